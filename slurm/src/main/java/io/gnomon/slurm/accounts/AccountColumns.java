package io.gnomon.slurm.accounts;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The columns of sacctmgr that are read of associations and QOS, each with its field of slurmrestd,
 * in the order in which they are requested. Source: manual of sacctmgr, and the data parser v0.0.42
 * of slurmrestd.
 */
public final class AccountColumns {
  /** Those of associations. */
  public static final Map<String, String> ASSOCIATION =
      columns(
          List.of(
              Map.entry("account", "account"),
              Map.entry("user", "user"),
              Map.entry("parentname", "parent_account"),
              Map.entry("share", "shares_raw"),
              Map.entry("priority", "priority"),
              Map.entry("partition", "partition"),
              Map.entry("qos", "qos")),
          LimitRow::ofAssociation);

  /** Those of QOS. */
  public static final Map<String, String> QOS =
      columns(
          List.of(
              Map.entry("name", "name"),
              Map.entry("priority", "priority"),
              Map.entry("usagefactor", "usage_factor"),
              Map.entry("flags", "flags"),
              Map.entry("preempt", "preempt/list"),
              Map.entry("preemptmode", "preempt/mode"),
              Map.entry("gracetime", "limits/grace_time")),
          LimitRow::ofQos);

  private AccountColumns() {}

  private static Map<String, String> columns(
      List<Map.Entry<String, String>> first, Function<LimitRow, String> field) {
    Map<String, String> columns = new LinkedHashMap<>();
    first.forEach(column -> columns.put(column.getKey(), column.getValue()));
    for (LimitRow row : LimitRow.ALL) {
      if (!field.apply(row).isEmpty()) {
        columns.put(row.column(), field.apply(row));
      }
    }
    return Collections.unmodifiableMap(columns);
  }
}
