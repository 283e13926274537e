/**
 * The decision core of one cluster: when to evaluate it, which study to run, which change to make
 * within the guard rails, and the offline closed loop (lawson2005, section 3). The controller and
 * the command line use it alike. It reads no clock but the state's and does no I/O.
 */
@NullMarked
package io.gnomon.sim.tune;

import org.jspecify.annotations.NullMarked;
