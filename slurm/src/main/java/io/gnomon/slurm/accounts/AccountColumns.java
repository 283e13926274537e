package io.gnomon.slurm.accounts;

import java.util.Collections;
import java.util.LinkedHashMap;
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
          "account=account user=user parentname=parent_account share=shares_raw"
              + " priority=priority partition=partition qos=qos",
          LimitRow::ofAssociation);

  /** Those of QOS. */
  public static final Map<String, String> QOS =
      columns(
          "name=name priority=priority usagefactor=usage_factor flags=flags preempt=preempt/list"
              + " preemptmode=preempt/mode gracetime=limits/grace_time",
          LimitRow::ofQos);

  private AccountColumns() {}

  private static Map<String, String> columns(String first, Function<LimitRow, String> field) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (String pair : first.split(" ")) {
      columns.put(pair.split("=")[0], pair.split("=")[1]);
    }
    for (LimitRow row : LimitRow.ALL) {
      if (!field.apply(row).isEmpty()) {
        columns.put(row.column(), field.apply(row));
      }
    }
    return Collections.unmodifiableMap(columns);
  }
}
