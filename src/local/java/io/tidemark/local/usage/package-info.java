/**
 * What the platform says to somebody who asked it for something it cannot do.
 *
 * <p>Wrong usage is anything that is found before the first broker, cluster or record: an unknown
 * option, a file that is not there, a column that its header does not name. It ends the process
 * with status 2 and one readable reason. It stands in a package of its own because every part of
 * the platform may find it and none of them owns it.
 */
@NullMarked
package io.tidemark.local.usage;

import org.jspecify.annotations.NullMarked;
