package io.gnomon.sim.cli;

/** Format of a report. */
enum OutputFormat {
  /** A table for people. */
  TABLE,
  /** JSON for programs. */
  JSON,
  /** CSV for spreadsheets. */
  CSV
}
