@NullMarked
package io.tidemark.jobs.cli;

import org.jspecify.annotations.NullMarked;
