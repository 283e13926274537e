package io.gnomon.sim.cli;

/** How a command prints its report. */
enum OutputFormat {
  /** For people. */
  TABLE,
  /** For programs. */
  JSON,
  /** For spreadsheets. */
  CSV
}
