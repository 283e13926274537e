package io.gnomon.sim.workload.sacct.value;

import io.gnomon.sim.machine.Request;
import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.Tres;
import java.util.Map;
import java.util.TreeMap;

/**
 * Trackable resources of a job, such as {@code cpu=12,mem=262.50G,node=2,gres/gpu:a100=4}.
 *
 * @param cpus 0 if not listed
 * @param memory MiB in all, 0 if not listed
 * @param nodes 0 if not listed
 * @param gpus in all by type; those without a type as {@link Request#ANY_GPU}
 * @param licenses by name
 */
public record TresAmounts(
    int cpus, long memory, int nodes, Map<String, Integer> gpus, Map<String, Integer> licenses) {
  /** No resources. */
  public static final TresAmounts NONE = new TresAmounts(0, 0, 0, Map.of(), Map.of());

  private static final String GPU = "gres/gpu";
  private static final String LICENSE = "license/";

  /** Copies the maps. */
  public TresAmounts {
    gpus = Map.copyOf(gpus);
    licenses = Map.copyOf(licenses);
  }

  /**
   * Reads a list; resources that are not simulated are left out.
   *
   * @throws IllegalArgumentException for a text that is not one
   */
  public static TresAmounts parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    int cpus = 0;
    long memory = 0;
    int nodes = 0;
    Map<String, Integer> gpus = new TreeMap<>();
    Map<String, Integer> licenses = new TreeMap<>();
    for (Map.Entry<String, String> item : Tres.items(text).entrySet()) {
      String name = item.getKey();
      String value = item.getValue();
      if (name.equals("cpu")) {
        cpus = Amounts.count(value);
      } else if (name.equals("mem")) {
        memory = Amount.parse(value).mebibytes();
      } else if (name.equals("node")) {
        nodes = Amounts.count(value);
      } else if (name.equals(GPU)) {
        gpus.put(Request.ANY_GPU, Amounts.count(value));
      } else if (name.startsWith(GPU + ":")) {
        gpus.merge(name.substring(GPU.length() + 1), Amounts.count(value), Integer::sum);
      } else if (name.startsWith(LICENSE)) {
        licenses.put(name.substring(LICENSE.length()), Amounts.count(value));
      }
    }
    int typed =
        gpus.entrySet().stream()
            .filter(gpu -> !gpu.getKey().equals(Request.ANY_GPU))
            .mapToInt(Map.Entry::getValue)
            .sum();
    gpus.computeIfPresent(Request.ANY_GPU, (any, all) -> all - typed); // gres/gpu counts them too
    gpus.values().removeIf(count -> count <= 0);
    licenses.values().removeIf(count -> count <= 0);
    return new TresAmounts(cpus, memory, nodes, gpus, licenses);
  }
}
