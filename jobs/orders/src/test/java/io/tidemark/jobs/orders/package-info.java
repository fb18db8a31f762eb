@NullMarked
package io.tidemark.jobs.orders;

import org.jspecify.annotations.NullMarked;
