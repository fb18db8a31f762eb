@NullMarked
package io.tidemark.jobs.trendingproducts;

import org.jspecify.annotations.NullMarked;
