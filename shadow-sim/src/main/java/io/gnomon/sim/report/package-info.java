/**
 * Results on their way to a reader: tables, JSON, CSV, pictures, and the studies reproduced.
 * Nothing here computes what it prints.
 */
@NullMarked
package io.gnomon.sim.report;

import org.jspecify.annotations.NullMarked;
