package io.gnomon.bridge.slurm.client;

import io.gnomon.model.machine.PreemptMode;
import java.util.Arrays;
import java.util.Locale;

/**
 * What Slurm prints of the {@code PreemptMode} of a partition or a QOS. Source: manuals of
 * slurm.conf and sacctmgr.
 */
public final class PrintedPreemptMode {
  private PrintedPreemptMode() {}

  /**
   * The mode in a text such as {@code GANG,SUSPEND} or {@code requeue,within}; that of the cluster
   * if it has none that is known.
   */
  public static PreemptMode of(String printed) {
    return Arrays.stream(printed.split(",", -1))
        .map(part -> part.strip().toUpperCase(Locale.ROOT))
        .flatMap(
            part -> Arrays.stream(PreemptMode.values()).filter(known -> known.name().equals(part)))
        .findFirst()
        .orElse(PreemptMode.CLUSTER);
  }
}
