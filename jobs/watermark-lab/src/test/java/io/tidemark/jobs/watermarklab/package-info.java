@NullMarked
package io.tidemark.jobs.watermarklab;

import org.jspecify.annotations.NullMarked;
