/** A controller under the load of many clusters, with replicas as processes that come and go. */
@NullMarked
package io.gnomon.benchmarks.load;

import org.jspecify.annotations.NullMarked;
