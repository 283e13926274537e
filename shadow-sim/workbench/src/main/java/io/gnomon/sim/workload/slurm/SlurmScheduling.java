package io.gnomon.sim.workload.slurm;

import io.gnomon.slurm.conf.SlurmConf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a {@code slurm.conf} says about its schedulers.
 *
 * @param backfills whether {@code SchedulerType} is {@code sched/backfill}, the default
 * @param parameters {@code SchedulerParameters} as written; empty if there are none
 * @param preemptType {@code PreemptType} as the policy {@code slurm} spells it: {@code
 *     partition_prio}, {@code qos} or {@code none}
 * @param preemptMode {@code PreemptMode} in lower case without {@code gang}; {@code off} if there
 *     is none
 * @param youngestFirst whether {@code preempt_youngest_first} is a parameter
 * @param preemptExemptSeconds {@code PreemptExemptTime}
 */
public record SlurmScheduling(
    boolean backfills,
    String parameters,
    String preemptType,
    String preemptMode,
    boolean youngestFirst,
    int preemptExemptSeconds) {
  /**
   * Reads a file.
   *
   * @throws SlurmFormatException if it is not understood
   */
  public static SlurmScheduling read(Path slurmConf) throws IOException {
    SlurmConf conf = ConfFiles.read(slurmConf);
    String type = conf.parameter("SchedulerType").orElse("sched/backfill");
    return new SlurmScheduling(
        !type.toLowerCase(Locale.ROOT).equals("sched/builtin"),
        conf.parameter("SchedulerParameters").orElse(""),
        preemptType(conf.parameter("PreemptType").orElse("")),
        Arrays.stream(conf.parameter("PreemptMode").orElse("off").split(","))
            .map(mode -> mode.strip().toLowerCase(Locale.ROOT))
            .filter(mode -> !mode.equals("gang"))
            .findFirst()
            .orElse("off"),
        (conf.parameter("SchedulerParameters").orElse("")
                + conf.parameter("PreemptParameters").orElse(""))
            .contains("youngest_first"),
        conf.parameter("PreemptExemptTime")
            .filter(time -> !time.equals("-1"))
            .map(SlurmUnits::seconds)
            .orElse(0));
  }

  private static String preemptType(String conf) {
    return switch (conf.toLowerCase(Locale.ROOT)) {
      case "preempt/partition_prio" -> "partition_prio";
      case "preempt/qos" -> "qos";
      default -> "none";
    };
  }
}
