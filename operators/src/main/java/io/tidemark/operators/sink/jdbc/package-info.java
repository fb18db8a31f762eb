/** Writing to database tables, effectively once. */
@NullMarked
package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.NullMarked;
