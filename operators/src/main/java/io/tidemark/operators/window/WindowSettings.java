package io.tidemark.operators.window;

import java.io.Serializable;

/**
 * What an operator of windows has to know besides its windows.
 *
 * @param partsInMemory how many parts of windows a subtask keeps in memory
 * @param tickMillis how often early results are due in processing time, in milliseconds; 0 for
 *     never
 */
record WindowSettings(long partsInMemory, long tickMillis) implements Serializable {}
