package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.order.NiceChange;
import io.gnomon.slurm.parameter.SiteLimit;
import java.util.ArrayList;
import java.util.List;

/**
 * One step of a plan, and how it is undone. Undoing a step that was not carried out, or that was
 * undone before, changes nothing.
 *
 * @param kind how the arguments are to be read
 * @param apply arguments to carry out the step; none if there is nothing to do
 * @param undo arguments to undo the step; none if there is nothing to undo
 * @param optional whether the step may fail because its object has changed in the meantime, such as
 *     a pending job that has started or ended
 */
public record Step(Kind kind, List<String> apply, List<String> undo, boolean optional) {
  private static final String RECONFIGURE = "reconfigure";
  private static final int MAX_SHOWN_LINES = 20;

  /** How the arguments of a step are to be read. */
  public enum Kind {
    /** The arguments of scontrol. */
    SCONTROL,
    /** The path of a file and its new content; without content the file is deleted. */
    FILE,
    /**
     * The job or array tasks for scontrol, one of them for squeue, and the new nice value. The
     * value is set only while the job is pending and not held.
     */
    NICE,
    /** The arguments of sacctmgr. */
    SACCTMGR
  }

  /** Lists are copied if they are mutable. */
  public Step {
    apply = List.copyOf(apply);
    undo = List.copyOf(undo);
  }

  /** A step that runs scontrol. */
  static Step scontrol(List<String> apply, List<String> undo) {
    return new Step(Kind.SCONTROL, apply, undo, false);
  }

  /**
   * Moves pending jobs to another partition.
   *
   * @param jobs one id, or several separated by commas; scontrol moves each of them independently
   */
  static Step move(String jobs, String to, String from) {
    return new Step(
        Kind.SCONTROL,
        List.of("update", "JobId=" + jobs, "Partition=" + to),
        List.of("update", "JobId=" + jobs, "Partition=" + from),
        true);
  }

  /** Sets the nice value of a pending job. */
  public static Step nice(NiceChange change) {
    return new Step(
        Kind.NICE,
        List.of(change.scontrolId(), change.squeueId(), Long.toString(change.to())),
        List.of(change.scontrolId(), change.squeueId(), Long.toString(change.from())),
        true);
  }

  /** Sets a limit of a QOS or partition. */
  static Step limit(SiteLimit limit, String to, String from) {
    if (!limit.isOfQos()) {
      return scontrol(limit.arguments(to), limit.arguments(from));
    }
    return new Step(
        Kind.SACCTMGR, immediately(limit.arguments(to)), immediately(limit.arguments(from)), false);
  }

  private static List<String> immediately(List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("-i"));
    all.addAll(arguments);
    return all;
  }

  /** Does nothing; undoing it, after all later steps, makes Slurm read its configuration again. */
  static Step reconfigureWhenUndone() {
    return new Step(Kind.SCONTROL, List.of(), List.of(RECONFIGURE), false);
  }

  /** Makes Slurm read its configuration again. */
  static Step reconfigure() {
    return new Step(Kind.SCONTROL, List.of(RECONFIGURE), List.of(), false);
  }

  /**
   * Describes the step as an administrator would type it. Below a file to write stand the lines
   * that change, unless there are more than 20.
   */
  public String describe() {
    if (kind == Kind.SACCTMGR) {
      return "sacctmgr " + String.join(" ", apply);
    }
    if (kind != Kind.FILE) {
      return apply.isEmpty() ? "" : "scontrol " + String.join(" ", scontrolArguments(apply));
    }
    return apply.size() > 1 ? "write " + apply.get(0) + changedLines() : "remove " + apply.get(0);
  }

  /** Returns the arguments of scontrol for {@link #apply} or {@link #undo} of this step. */
  public List<String> scontrolArguments(List<String> arguments) {
    return kind == Kind.NICE
        ? List.of("update", "JobId=" + arguments.get(0), "Nice=" + arguments.get(2))
        : arguments;
  }

  private String changedLines() {
    List<String> before = undo.size() > 1 ? undo.get(1).lines().toList() : List.of();
    List<String> after = apply.get(1).lines().toList();
    List<String> changes = new ArrayList<>();
    before.stream().filter(l -> !after.contains(l)).forEach(l -> changes.add("\n  - " + l));
    after.stream().filter(l -> !before.contains(l)).forEach(l -> changes.add("\n  + " + l));
    return changes.size() > MAX_SHOWN_LINES ? "" : String.join("", changes);
  }
}
