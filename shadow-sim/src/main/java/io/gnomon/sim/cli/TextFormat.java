package io.gnomon.sim.cli;

/** Format of a report that has no CSV form. */
enum TextFormat {
  /** A table for people. */
  TABLE,
  /** JSON for programs. */
  JSON
}
