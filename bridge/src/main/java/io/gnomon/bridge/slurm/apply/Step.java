package io.gnomon.bridge.slurm.apply;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a plan and what undoes it. Undoing a step that was not done, or was undone, changes
 * nothing.
 *
 * @param kind what its words are
 * @param apply the arguments of scontrol, or a file's path and content, or the tasks of a pending
 *     job, the job and its nice value, which changes only while it is neither held nor gone
 * @param undo the same; a path alone removes the file, and nothing at all undoes nothing
 * @param passing whether a refusal is no failure: a pending job that was to be moved may have
 *     started or ended meanwhile
 */
record Step(Kind kind, List<String> apply, List<String> undo, boolean passing) {
  private static final String RECONFIGURE = "reconfigure";
  private static final int MOST_SHOWN = 20;

  enum Kind {
    SCONTROL,
    FILE,
    NICE
  }

  Step {
    apply = List.copyOf(apply);
    undo = List.copyOf(undo);
  }

  static Step scontrol(List<String> apply, List<String> undo) {
    return new Step(Kind.SCONTROL, apply, undo, false);
  }

  /**
   * Moves pending jobs.
   *
   * @param jobs one, or more separated by commas, each of which is moved whatever becomes of others
   */
  static Step move(String jobs, String to, String from) {
    return new Step(
        Kind.SCONTROL,
        List.of("update", "JobId=" + jobs, "Partition=" + to),
        List.of("update", "JobId=" + jobs, "Partition=" + from),
        true);
  }

  static Step nice(String tasks, String job, long to, long from) {
    return new Step(
        Kind.NICE,
        List.of(tasks, job, Long.toString(to)),
        List.of(tasks, job, Long.toString(from)),
        true);
  }

  /** Does nothing; undoing it, after all later steps, makes Slurm read its configuration again. */
  static Step reconfigureWhenUndone() {
    return new Step(Kind.SCONTROL, List.of(), List.of(RECONFIGURE), false);
  }

  /** Makes Slurm read its configuration again. */
  static Step reconfigure() {
    return new Step(Kind.SCONTROL, List.of(RECONFIGURE), List.of(), false);
  }

  /** As an administrator would type it; below a file to write its lines that change, if few. */
  String line() {
    if (kind != Kind.FILE) {
      return apply.isEmpty() ? "" : "scontrol " + String.join(" ", scontrol(apply));
    }
    return apply.size() > 1 ? "write " + apply.get(0) + changes() : "remove " + apply.get(0);
  }

  /** The arguments of scontrol. */
  List<String> scontrol(List<String> words) {
    return kind == Kind.NICE
        ? List.of("update", "JobId=" + words.get(0), "Nice=" + words.get(2))
        : words;
  }

  private String changes() {
    List<String> before = undo.size() > 1 ? undo.get(1).lines().toList() : List.of();
    List<String> after = apply.get(1).lines().toList();
    List<String> changes = new ArrayList<>();
    before.stream().filter(l -> !after.contains(l)).forEach(l -> changes.add("\n  - " + l));
    after.stream().filter(l -> !before.contains(l)).forEach(l -> changes.add("\n  + " + l));
    return changes.size() > MOST_SHOWN ? "" : String.join("", changes);
  }
}
