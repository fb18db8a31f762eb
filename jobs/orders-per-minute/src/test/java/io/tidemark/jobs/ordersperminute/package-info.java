@NullMarked
package io.tidemark.jobs.ordersperminute;

import org.jspecify.annotations.NullMarked;
