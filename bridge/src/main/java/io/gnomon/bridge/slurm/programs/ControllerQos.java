package io.gnomon.bridge.slurm.programs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The QOS that slurmctld keeps in memory, as rows of the table that sacctmgr prints. Source: manual
 * of scontrol, {@code show assoc_mgr}.
 */
final class ControllerQos {
  private static final String QOS = "QOS=";
  private static final String PRIORITY = "Priority=";

  private ControllerQos() {}

  /** Returns names and priorities, from the output of {@code show assoc_mgr flags=qos}. */
  static List<Map<String, String>> of(String printed) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : printed.lines().map(String::strip).toList()) {
      if (line.startsWith(QOS)) {
        Map<String, String> row = new HashMap<>();
        row.put("name", line.substring(QOS.length()).replaceAll("\\(\\d+\\)$", ""));
        rows.add(row);
      } else if (line.startsWith(PRIORITY) && !rows.isEmpty()) {
        rows.get(rows.size() - 1).put("priority", line.substring(PRIORITY.length()));
      }
    }
    return rows;
  }
}
