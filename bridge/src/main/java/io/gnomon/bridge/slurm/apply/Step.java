package io.gnomon.bridge.slurm.apply;

import java.util.List;

/**
 * One step of a plan and what undoes it. Undoing a step that was not done, or was undone, changes
 * nothing.
 *
 * @param kind what its words are
 * @param apply the arguments of scontrol, or a file's path and content
 * @param undo the same; a path alone removes the file, and nothing at all undoes nothing
 * @param passing whether a refusal is no failure: a pending job that was to be moved may have
 *     started or ended meanwhile
 */
record Step(Kind kind, List<String> apply, List<String> undo, boolean passing) {
  enum Kind {
    SCONTROL,
    FILE
  }

  Step {
    apply = List.copyOf(apply);
    undo = List.copyOf(undo);
  }

  static Step scontrol(List<String> apply, List<String> undo) {
    return new Step(Kind.SCONTROL, apply, undo, false);
  }

  static Step move(String job, String to, String from) {
    return new Step(
        Kind.SCONTROL,
        List.of("update", "JobId=" + job, "Partition=" + to),
        List.of("update", "JobId=" + job, "Partition=" + from),
        true);
  }

  /** As an administrator would type it. */
  String line() {
    return kind == Kind.SCONTROL
        ? "scontrol " + String.join(" ", apply)
        : apply.size() > 1 ? "write " + apply.get(0) : "remove " + apply.get(0);
  }
}
