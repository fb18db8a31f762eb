/**
 * What a job promises, as objects: each looks at a {@link io.tidemark.system.guarantee.History},
 * which is what went in and what an outside reader saw, and says what is broken, by id.
 */
@NullMarked
package io.tidemark.system.guarantee;

import org.jspecify.annotations.NullMarked;
