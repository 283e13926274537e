package io.gnomon.slurm.accounts;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What slurmctld enforces. Source: manual of slurm.conf, {@code AccountingStorageEnforce}.
 *
 * @param limits whether limits of associations and QOS count
 * @param safe whether jobs start only if limits on minutes allow them to run until their time
 *     limits
 */
public record EnforcedLimits(boolean limits, boolean safe) {
  /** Reads a list such as {@code associations,limits,qos}. */
  public static EnforcedLimits of(String list) {
    Set<String> words =
        Arrays.stream(list.split(","))
            .map(word -> word.strip().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    boolean safe = words.contains("safe") || words.contains("all");
    return new EnforcedLimits(safe || words.contains("limits"), safe);
  }
}
