/** Upgrades. */
@NullMarked
package io.tidemark.system.upgrade;

import org.jspecify.annotations.NullMarked;
