/**
 * What somebody sees who watches a run: windows as they close, running counts, how far the
 * watermark is behind, how far the feed has come, and at the end the ledger.
 *
 * <p>There are two views of the same run. In a terminal the windows scroll by and a few status
 * lines below them are drawn again in place. Anywhere else (a file, a pipe, a build log) everything
 * is plain lines, and a status line comes now and then only when something changed. Both are thin:
 * text is made by pure functions, and a view only decides when and where it is printed.
 *
 * <p>A view is used by one thread. It never reads from the terminal.
 */
@NullMarked
package io.tidemark.local.view;

import org.jspecify.annotations.NullMarked;
