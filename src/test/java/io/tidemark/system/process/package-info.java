/**
 * The parts of a real installation as processes of their own, which a test may kill, pause and
 * restart: ZooKeeper, JobManager, TaskManagers, broker, database. None of them outlives the test by
 * more than moments, not even where the test is killed or has paused one of them.
 */
@NullMarked
package io.tidemark.system.process;

import org.jspecify.annotations.NullMarked;
