package io.gnomon.bridge.slurm.client;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One reservation of {@code scontrol show reservation}.
 *
 * @param name name of the reservation
 * @param start epoch second of its start
 * @param end epoch second of its end
 * @param nodes its nodes in bracket form, or empty if it reserves no nodes
 * @param users the users that may use it
 * @param accounts the accounts that may use it
 * @param limitsQosOrPartitions whether only jobs of some QOS or partitions may use it, since 25.11
 */
public record ReservationRecord(
    String name,
    long start,
    long end,
    String nodes,
    List<String> users,
    List<String> accounts,
    boolean limitsQosOrPartitions) {
  /** Lists are copied if they are mutable. */
  public ReservationRecord {
    users = List.copyOf(users);
    accounts = List.copyOf(accounts);
  }

  /**
   * Converts a record of scontrol's output. Its times are epoch seconds.
   *
   * @throws SlurmException if a time is missing or malformed
   */
  public static ReservationRecord of(Map<String, String> record) throws SlurmException {
    String nodes = record.getOrDefault("Nodes", "");
    return new ReservationRecord(
        record.getOrDefault("ReservationName", "?"),
        time(record, "StartTime"),
        time(record, "EndTime"),
        nodes.equals("(null)") ? "" : nodes,
        names(record.getOrDefault("Users", "")),
        names(record.getOrDefault("Accounts", "")),
        !names(record.getOrDefault("AllowedPartitions", "")).isEmpty()
            || !names(record.getOrDefault("QOS", "")).isEmpty());
  }

  private static long time(Map<String, String> record, String key) throws SlurmException {
    String value = record.getOrDefault(key, "");
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new SlurmException(
          "scontrol show reservation: %s of %s is '%s', which is not an epoch second"
              .formatted(key, record.get("ReservationName"), value),
          e);
    }
  }

  /** Returns the names of a list. Slurm writes {@code -name} for one that is excluded. */
  private static List<String> names(String list) {
    return list.equals("(null)")
        ? List.of()
        : Arrays.stream(list.split(",", -1))
            .filter(name -> !name.isEmpty() && !name.startsWith("-"))
            .toList();
  }
}
