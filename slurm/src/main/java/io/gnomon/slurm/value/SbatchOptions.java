package io.gnomon.slurm.value;

import java.util.Map;

/** The options of sbatch. Source: its manual. */
public final class SbatchOptions {
  /** The long names of options that a schedule can depend on, by their short ones. */
  public static final Map<String, String> LONG_NAMES =
      Map.ofEntries(
          Map.entry("-N", "--nodes"),
          Map.entry("-n", "--ntasks"),
          Map.entry("-c", "--cpus-per-task"),
          Map.entry("-t", "--time"),
          Map.entry("-p", "--partition"),
          Map.entry("-q", "--qos"),
          Map.entry("-A", "--account"),
          Map.entry("-C", "--constraint"),
          Map.entry("-H", "--hold"),
          Map.entry("-G", "--gpus"),
          Map.entry("-J", "--job-name"),
          Map.entry("-a", "--array"),
          Map.entry("-b", "--begin"),
          Map.entry("-d", "--dependency"),
          Map.entry("-L", "--licenses"),
          Map.entry("-w", "--nodelist"),
          Map.entry("-x", "--exclude"));

  private SbatchOptions() {}
}
