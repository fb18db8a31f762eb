/**
 * A small house in which everything is wrong: each class breaks one rule of {@code
 * ArchitectureTest}, which must find it. Nothing here ever runs.
 */
@NullMarked
package io.tidemark.system.wronghouse;

import org.jspecify.annotations.NullMarked;
