@NullMarked
package io.tidemark.jobs.usersessions;

import org.jspecify.annotations.NullMarked;
