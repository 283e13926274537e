package io.gnomon.sim.workload.slurm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a {@code slurm.conf} says about its schedulers.
 *
 * @param backfills whether {@code SchedulerType} is {@code sched/backfill}, the default
 * @param parameters {@code SchedulerParameters} as written; empty if there are none
 */
public record SlurmScheduling(boolean backfills, String parameters) {
  /**
   * Reads a file.
   *
   * @throws SlurmFormatException if it is not understood
   */
  public static SlurmScheduling read(Path slurmConf) throws IOException {
    SlurmConf conf = SlurmConf.read(slurmConf);
    String type = conf.parameter("SchedulerType").orElse("sched/backfill");
    return new SlurmScheduling(
        !type.toLowerCase(Locale.ROOT).equals("sched/builtin"),
        conf.parameter("SchedulerParameters").orElse(""));
  }
}
