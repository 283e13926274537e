package io.gnomon.controller.checkpoint;

import io.gnomon.sim.snapshot.Snapshot;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A named and versioned section of a checkpoint.
 *
 * <p>A new field that is optional on reading keeps the version. Increase the version if an older
 * Gnomon must not read the section.
 */
enum Section {
  /** The cluster's id, and whether the mirror can be trusted. */
  CONTROLLER("controller", 1),
  /** The last sequence number and the latest event ids. */
  SEQUENCE("sequence", 1),
  /** The bound on the scheduler's clock. */
  CLOCK("clock", 1),
  /** The lifecycle of a change: what is proposed, commanded or in force. */
  COMMAND("command", 1),
  /** The mode, the freezes and the records of operations. */
  OPERATOR("operator", 1),
  /** The cluster as it was declared, with its configuration. */
  CLUSTER("cluster", 1),
  /** The active jobs, one column per attribute; see {@link io.gnomon.sim.cluster.StateSnapshot}. */
  JOBS("jobs", 1),
  /** The numbers of user names. */
  USERS("users", 1),
  /** The policy in force, with what it keeps beside the jobs. */
  POLICY("policy", 1),
  /** The progress of the tuner. */
  TUNER("tuner", 1),
  /** The arrivals and runtimes of recent jobs. */
  HISTORY("history", 1),
  /** The slowdowns of recent jobs. */
  WINDOW("window", 1),
  /** The times of changes. */
  CHANGES("changes", 1),
  /** The changes that wait for a review, with their cluster states. */
  REVIEWS("reviews", 1),
  /** The forecast gains and their calibration. */
  FORECASTS("forecasts", 1),
  /** The backtest scores of the policies. */
  BACKTEST("backtest", 1),
  /** What the recorded past says about policies. */
  EVIDENCE("evidence", 1),
  /** The recent waits by category. */
  WAITS("waits", 1),
  /** How well the model predicts what the scheduler does, and whether it is trusted. */
  FIDELITY("fidelity", 1),
  /** The span that is being compared, with the cluster state at its begin. */
  FIDELITY_SPAN("fidelitySpan", 1),
  /** The runtime predictor. */
  PREDICTOR("predictor", 1),
  /** The latest decisions and evaluations. */
  DECISIONS("decisions", 1),
  /** The counters of the API and the metrics. */
  COUNTERS("counters", 1),
  /** The effect of changes so far. It depends on when simulations end, unlike other sections. */
  EFFECT("effect", 1),
  /** What was idle while jobs waited. */
  IDLE("idle", 1);

  private static final String VERSION = "version";

  private final String title;
  private final int version;

  Section(String title, int version) {
    this.title = title;
    this.version = version;
  }

  /** Adds this section to a checkpoint. */
  void write(Snapshot checkpoint, Snapshot section) {
    checkpoint.put(title, section.put(VERSION, version));
  }

  /** Returns a checkpoint without some sections. */
  static Snapshot without(Snapshot checkpoint, Set<Section> omitted) {
    Set<String> titles = omitted.stream().map(Section::title).collect(Collectors.toSet());
    Snapshot rest = new Snapshot();
    checkpoint.fields().stream().filter(field -> !titles.contains(field.name())).forEach(rest::put);
    return rest;
  }

  /** The name of this section in a checkpoint. */
  String title() {
    return title;
  }

  /** Whether a checkpoint has this section. */
  boolean isIn(Snapshot checkpoint) {
    return checkpoint.has(title);
  }

  /**
   * Returns this section of a checkpoint.
   *
   * @throws IllegalArgumentException if it is missing or newer than this version of Gnomon
   */
  Snapshot read(Snapshot checkpoint) {
    Snapshot section = checkpoint.getSection(title);
    int found = section.getInt(VERSION);
    if (found > version) {
      throw new IllegalArgumentException(
          "section '"
              + title
              + "' of the checkpoint has version "
              + found
              + "; this version of Gnomon reads up to version "
              + version
              + ": run the version that wrote it, or delete the cluster's checkpoint as"
              + " docs/upgrade.md describes");
    }
    return section;
  }
}
