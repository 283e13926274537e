package io.gnomon.bridge.slurm.apply;

import java.util.Map;

/**
 * What was applied at last.
 *
 * @param policy its text
 * @param version its version
 * @param partitions what Slurm then said of the partitions that Gnomon owns, by name
 */
record InForce(String policy, long version, Map<String, Map<String, String>> partitions) {
  InForce {
    partitions = Map.copyOf(partitions);
  }
}
