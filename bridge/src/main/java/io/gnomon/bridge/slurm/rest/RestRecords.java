package io.gnomon.bridge.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.bridge.slurm.client.SlurmSource.Kind;
import io.gnomon.model.limits.LimitScope;
import io.gnomon.slurm.limit.LimitRow;
import io.gnomon.slurm.parameter.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Converts records of slurmrestd to those that Slurm's programs print, by tables of the names of
 * both. A value without a limit is {@code UNLIMITED} in what scontrol prints and left out of what
 * sacctmgr prints; one that is not set is left out of both. Source: the data parser v0.0.42 of
 * 24.11 and 26.05, compared with the programs by {@code SlurmRestIT}.
 */
final class RestRecords {
  /** {@code shares_raw} of an association that uses the shares of its parent. */
  static final long PARENT_SHARES = Integer.MAX_VALUE;

  private static final String ASSOCIATION =
      """
      account       account
      user          user
      parentname    parent_account
      share         shares_raw
      priority      priority
      partition     partition
      qos           qos
      """
          + limits(LimitScope.ASSOCIATION);
  private static final String QOS =
      """
      name          name
      priority      priority
      usagefactor   usage_factor
      flags         flags
      preempt       preempt/list
      preemptmode   preempt/mode
      gracetime     limits/grace_time
      """
          + limits(LimitScope.QOS);
  private static final Map<Kind, String> SHOWN = new EnumMap<>(Kind.class);

  static {
    SHOWN.put(
        Kind.NODE,
        """
        NodeName       name
        CPUTot         cpus
        CPUEfctv       effective_cpus
        CPUAlloc       alloc_cpus
        RealMemory     real_memory
        MemSpecLimit   specialized_memory
        State          state
        Partitions     partitions
        Sockets        sockets
        CoresPerSocket cores
        ThreadsPerCore threads
        Weight         weight
        ActiveFeatures active_features
        Gres           gres
        """);
    SHOWN.put(
        Kind.PARTITION,
        """
        PartitionName  name
        Nodes          nodes/configured
        TotalNodes     nodes/total
        TotalCPUs      cpus/total
        AllocNodes     nodes/allowed_allocation
        AllowGroups    groups/allowed
        AllowAccounts  accounts/allowed
        DenyAccounts   accounts/deny
        AllowQos       qos/allowed
        DenyQos        qos/deny
        QoS            qos/assigned
        DefaultTime    defaults/time
        MaxTime        maximums/time
        MaxNodes       maximums/nodes
        MinNodes       minimums/nodes
        MaxCPUsPerNode maximums/cpus_per_node
        DefMemPerCPU   defaults/partition_memory_per_cpu
        DefMemPerNode  defaults/partition_memory_per_node
        GraceTime      grace_time
        PriorityTier   priority/tier
        PriorityJobFactor priority/job_factor
        State          partition/state
        """);
    SHOWN.put(
        Kind.RESERVATION,
        """
        ReservationName name
        StartTime      start_time
        EndTime        end_time
        Nodes          node_list
        Users          users
        Accounts       accounts
        """);
    SHOWN.put(
        Kind.LICENSE,
        """
        LicenseName    LicenseName
        Total          Total
        """);
  }

  private RestRecords() {}

  private static String limits(LimitScope scope) {
    return LimitRow.fields(scope).entrySet().stream()
        .map(limit -> limit.getKey() + " " + limit.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** Converts what {@code scontrol show} prints a record of. */
  static Map<String, String> shown(Kind kind, JsonNode one) {
    Map<String, String> record = record(SHOWN.getOrDefault(kind, ""), one, "UNLIMITED");
    switch (kind) {
      case NODE ->
          record.computeIfPresent(
              "State",
              (key, states) -> states.replace(',', '+').replaceFirst("\\+?NOT_RESPONDING", "*"));
      case PARTITION -> {
        record.put("OverSubscribe", sharing(one.path("maximums").path("oversubscribe")));
        record.values().removeIf(String::isEmpty);
      }
      default -> {}
    }
    return record;
  }

  /** Converts a row of {@code sacctmgr show associations}. */
  static Map<String, String> association(JsonNode one) {
    Map<String, String> row = record(ASSOCIATION, one, "");
    row.computeIfPresent(
        "share",
        (column, shares) -> shares.equals(Long.toString(PARENT_SHARES)) ? "parent" : shares);
    row.values().removeIf(String::isEmpty);
    return row;
  }

  /** Converts a row of {@code sacctmgr show qos}. */
  static Map<String, String> qos(JsonNode one) {
    Map<String, String> row = record(QOS, one, "");
    row.computeIfPresent(
        "flags",
        (column, flags) ->
            flags
                .replace("DENY_LIMIT", "DenyOnLimit")
                .replace("NO_DECAY", "NoDecay")
                .replace("OVERRIDE_PARTITION_QOS", "OverPartQOS"));
    row.computeIfPresent("preemptmode", (column, mode) -> mode.toLowerCase(Locale.ROOT));
    row.put("gracetime", ValueText.time(one.path("limits").path("grace_time").asLong()));
    row.values().removeIf(String::isEmpty);
    return row;
  }

  /** The values by their printed names; each line of the table has both names. */
  private static Map<String, String> record(String table, JsonNode one, String unlimited) {
    Map<String, String> record = new LinkedHashMap<>();
    for (String line : table.lines().toList()) {
      String[] names = line.split(" +");
      JsonNode value = one.at("/" + names[1]);
      if (!value.isMissingNode() && !value.isNull()) {
        record.put(names[0], text(value, unlimited));
      }
    }
    return record;
  }

  /** Prints a scalar, a number that may be unset or infinite, or a list of texts or resources. */
  static String text(JsonNode value, String unlimited) {
    if (value.isArray()) {
      List<String> items = new ArrayList<>();
      value.forEach(item -> items.add(item.has("count") ? resource(item) : text(item, unlimited)));
      if (value.path(0).has("count")) {
        Collections.sort(items); // as sacctmgr does
      }
      return String.join(",", items);
    }
    if (value.has("infinite")) {
      boolean infinite = value.path("infinite").asBoolean();
      boolean set = value.path("set").asBoolean();
      return infinite ? unlimited : set ? value.path("number").asText() : "";
    }
    return value.asText();
  }

  private static String resource(JsonNode item) {
    String type = item.path("type").asText();
    String name = item.path("name").asText();
    return type
        + (name.isEmpty() ? "" : "/" + name)
        + "="
        + item.path("count").asText()
        + (type.equals("mem") ? "M" : "");
  }

  /** Prints how jobs share nodes; {@code jobs} is 0 for exclusive nodes, and 1 for none. */
  private static String sharing(JsonNode value) {
    List<String> flags = new ArrayList<>();
    value.path("flags").forEach(flag -> flags.add(flag.asText().toLowerCase(Locale.ROOT)));
    long jobs = value.path("jobs").asLong(1);
    if (jobs == 0) {
      return "EXCLUSIVE";
    }
    if (flags.contains("force")) {
      return "FORCE:" + jobs;
    }
    return jobs == 1 ? "NO" : "YES:" + jobs;
  }
}
