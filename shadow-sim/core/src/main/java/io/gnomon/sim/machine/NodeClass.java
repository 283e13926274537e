package io.gnomon.sim.machine;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the nodes of one kind have.
 *
 * @param cpus CPUs per node, at least 1; with several threads per core, each thread is a CPU
 * @param threadsPerCore CPUs that share a core and are given to one job only, at least 1
 * @param memory MiB per node that jobs can have, at least 0
 * @param gpus GPUs per node by type, each count at least 1
 * @param features the names that jobs can ask for
 * @param weight nodes with a smaller weight are used first
 */
public record NodeClass(
    int cpus,
    int threadsPerCore,
    int memory,
    Map<String, Integer> gpus,
    Set<String> features,
    int weight) {
  /** The memory of nodes whose memory is unknown: 1 PiB, more than any job requests. */
  public static final int UNKNOWN_MEMORY = 1 << 30;

  /** Checks the numbers. */
  public NodeClass {
    if (cpus < 1 || threadsPerCore < 1 || memory < 0) {
      throw new InvalidMachineException(
          "a node has %d CPUs, %d threads per core and %d MiB; allowed are at least 1, 1 and 0"
              .formatted(cpus, threadsPerCore, memory));
    }
    gpus.forEach(
        (type, count) -> {
          if (count < 1 || type.equals(Request.ANY_GPU)) {
            throw new InvalidMachineException(
                "a node has %d GPUs of type '%s'; allowed are at least 1, and types other than '%s'"
                    .formatted(count, type, Request.ANY_GPU));
          }
        });
    gpus = Map.copyOf(gpus);
    features = Set.copyOf(features);
  }

  /** A node with CPUs and memory only. */
  public static NodeClass of(int cpus, int memory) {
    return new NodeClass(cpus, 1, memory, Map.of(), Set.of(), 1);
  }

  /** All GPUs of a node. */
  public int gpuCount() {
    return gpus.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Describes the class in a few words, such as {@code 40 CPUs, 187000 MiB, 2 v100}. */
  public String inWords() {
    StringBuilder words = new StringBuilder();
    words.append(cpus).append(" CPUs");
    if (memory != UNKNOWN_MEMORY) {
      words.append(", ").append(memory).append(" MiB");
    }
    new TreeMap<>(gpus).forEach((type, count) -> words.append(", ").append(count + " " + type));
    return words.toString();
  }

  @Override
  public String toString() {
    return inWords() + ", features " + new TreeSet<>(features) + ", weight " + weight;
  }
}
