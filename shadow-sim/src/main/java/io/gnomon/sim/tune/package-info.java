/**
 * The decision core, pure and with its clock passed in: trigger, futures, shadow study, selection,
 * guard rails, and the closed loop off line (lawson2005, section 3). Nothing here talks to a
 * scheduler or knows of messages.
 */
@NullMarked
package io.gnomon.sim.tune;

import org.jspecify.annotations.NullMarked;
