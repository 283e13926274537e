package io.gnomon.bridge.slurm.client;

import java.util.Map;

/**
 * A switch of {@code topology/tree}.
 *
 * @param nodes a list of nodes in brackets; empty for a switch that connects others
 * @param switches a list of switches in brackets; empty for a leaf switch
 */
public record SwitchRecord(String name, String nodes, String switches) {
  /** Reads a record of {@code scontrol show topology}, which lists all nodes below a switch. */
  static SwitchRecord of(Map<String, String> record) {
    String switches = record.getOrDefault("Switches", "");
    return new SwitchRecord(
        record.getOrDefault("SwitchName", ""),
        switches.isEmpty() ? record.getOrDefault("Nodes", "") : "",
        switches);
  }
}
