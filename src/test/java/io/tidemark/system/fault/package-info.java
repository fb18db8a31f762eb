/**
 * Faults that are armed from outside and happen at a named point inside a process: what a job is
 * wrapped in so that it can be broken there, and how a test knows that it was.
 *
 * <p>A fault is a file in a directory that all processes know by the system property {@code
 * tidemark.faults}. Whoever comes by the point first takes the file, writes down who it was, and
 * acts; so each fault happens once, and one that did not happen is seen to be so.
 */
@NullMarked
package io.tidemark.system.fault;

import org.jspecify.annotations.NullMarked;
