/**
 * What keeps jobs from becoming eligible to start: holds, begin times, dependencies and throttles
 * of arrays, and the reasons for it. Resources and the order of the queue are not considered here.
 */
@NullMarked
package io.gnomon.sim.eligibility;

import org.jspecify.annotations.NullMarked;
