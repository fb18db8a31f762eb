/**
 * Writing files, effectively once: Flink's file sink, with the conventions that a reader can rely
 * on.
 *
 * <p><b>Guarantee.</b> A file is visible when it is finished, and finished files together hold each
 * element of each completed checkpoint once. What is still being written, or waits for its
 * checkpoint, has a name that begins with a dot: readers leave it out, as they do in every file
 * system. So finished files are the read-committed view.
 *
 * <p><b>Cost.</b> A file a subtask, bucket and checkpoint: short checkpoint intervals make many
 * small files. <b>Visible latency.</b> The checkpoint interval. <b>State.</b> The names of the
 * files that wait for their checkpoint. <b>Lateness.</b> None: buckets are chosen by the caller's
 * function, and a bucket takes elements for ever.
 *
 * <p><b>What it needs.</b> A file system that renames atomically, or an object store with
 * multi-part uploads, which Flink's own plug-ins bring. <b>Restore.</b> Files of the checkpoint are
 * finished again, which changes nothing; later ones are left behind under their hidden names, or
 * aborted.
 *
 * <p><b>What it does not cover.</b> A restore from an <em>older</em> checkpoint than the newest one
 * that was completed: the files of the checkpoints between are finished and stay, and what is read
 * again goes into new files beside them. There is no place in a directory where it could be seen,
 * in one step with the renaming, which checkpoint a file belongs to. Remove the files that are
 * younger than the checkpoint, or restore the newest one. Nor does it cover a reader that lists a
 * directory while files are being finished: it sees some of a checkpoint's files.
 */
@NullMarked
package io.tidemark.operators.sink.file;

import org.jspecify.annotations.NullMarked;
