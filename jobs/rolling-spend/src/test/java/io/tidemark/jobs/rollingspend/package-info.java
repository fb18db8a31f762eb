@NullMarked
package io.tidemark.jobs.rollingspend;

import org.jspecify.annotations.NullMarked;
