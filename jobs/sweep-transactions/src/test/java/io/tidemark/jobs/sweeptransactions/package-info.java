@NullMarked
package io.tidemark.jobs.sweeptransactions;

import org.jspecify.annotations.NullMarked;
