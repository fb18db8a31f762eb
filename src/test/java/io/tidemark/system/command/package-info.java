/**
 * Tests of the command line as a user meets it: {@code ./jobs/run} as a process of its own, judged
 * by its exit status, by what it prints on each of its two streams, and by the files it leaves.
 *
 * <p>Nothing of the platform runs in the test's own process but, now and then, a broker that plays
 * the user's. A {@link io.tidemark.system.command.House} is the project as the script sees it, with
 * everything built; a {@link io.tidemark.system.command.Command} is one run in it. What a run has
 * to answer is computed apart, by {@link io.tidemark.system.command.Answer}, from the rows of the
 * file and nothing else. A run is waited for with a bound, and never outlives its test.
 *
 * <p>That the ledger can tell a loss is shown on mutants: fat jars in which one statement of the
 * shipped sources was changed.
 */
@NullMarked
package io.tidemark.system.command;

import org.jspecify.annotations.NullMarked;
