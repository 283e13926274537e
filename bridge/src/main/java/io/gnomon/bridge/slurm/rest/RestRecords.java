package io.gnomon.bridge.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.bridge.slurm.client.SlurmSource.Kind;
import io.gnomon.slurm.accounts.AccountColumns;
import io.gnomon.slurm.parameter.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Converts records of slurmrestd to those that Slurm's programs print, by tables of the names of
 * both. A value without a limit is {@code UNLIMITED} in what scontrol prints and left out of what
 * sacctmgr prints; one that is not set is left out of both. Source: the data parser v0.0.42 of
 * 24.11 and 26.05, compared with the programs by {@code SlurmRestIT}.
 */
final class RestRecords {
  /** {@code shares_raw} of an association that uses the shares of its parent. */
  static final long PARENT_SHARES = Integer.MAX_VALUE;

  private static final Map<Kind, Map<String, String>> SHOWN = new EnumMap<>(Kind.class);

  static {
    show(
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
    show(
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
    show(
        Kind.RESERVATION,
        """
        ReservationName name
        StartTime      start_time
        EndTime        end_time
        Nodes          node_list
        Users          users
        Accounts       accounts
        """);
    show(
        Kind.LICENSE,
        """
        LicenseName    LicenseName
        Total          Total
        """);
  }

  private RestRecords() {}

  /** Each line has the name that scontrol prints and the field. */
  private static void show(Kind kind, String table) {
    Map<String, String> fields = new LinkedHashMap<>();
    table.lines().map(line -> line.split(" +")).forEach(pair -> fields.put(pair[0], pair[1]));
    SHOWN.put(kind, fields);
  }

  /** Converts what {@code scontrol show} prints a record of. */
  static Map<String, String> shown(Kind kind, JsonNode one) {
    Map<String, String> record = record(SHOWN.getOrDefault(kind, Map.of()), one, "UNLIMITED");
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
    Map<String, String> row = record(AccountColumns.ASSOCIATION, one, "");
    row.computeIfPresent(
        "share",
        (column, shares) -> shares.equals(Long.toString(PARENT_SHARES)) ? "parent" : shares);
    row.values().removeIf(String::isEmpty);
    return row;
  }

  /** Converts a row of {@code sacctmgr show qos}. */
  static Map<String, String> qos(JsonNode one) {
    Map<String, String> row = record(AccountColumns.QOS, one, "");
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

  /** The values by their printed names. */
  private static Map<String, String> record(
      Map<String, String> fields, JsonNode one, String unlimited) {
    Map<String, String> record = new LinkedHashMap<>();
    fields.forEach(
        (name, field) -> {
          JsonNode value = one.at("/" + field);
          if (!value.isMissingNode() && !value.isNull()) {
            record.put(name, text(value, unlimited));
          }
        });
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
