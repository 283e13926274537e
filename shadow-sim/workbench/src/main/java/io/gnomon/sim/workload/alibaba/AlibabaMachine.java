package io.gnomon.sim.workload.alibaba;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The machine of a list of nodes. The model of a node's GPUs is their type and a feature of the
 * node; CPUs are given to jobs one by one. Nodes with GPUs have a larger weight, so that pods
 * without GPUs use the other nodes first.
 */
public final class AlibabaMachine {
  private static final int WITHOUT_GPUS = 1;
  private static final int WITH_GPUS = 2;

  private AlibabaMachine() {}

  /**
   * Reads the file, plain or compressed with gzip.
   *
   * @throws TraceFormatException for a line that is not understood, or a list without nodes
   */
  public static Machine read(Path file) throws IOException {
    Machine.Builder machine =
        new Machine.Builder().selection(new Selection(AllocationUnit.CPU, true, false));
    TraceTable.read(
        file,
        List.of("sn", "cpu_milli", "memory_mib", "gpu", "model"),
        row -> {
          int gpus = row.number("gpu");
          String model = row.text("model").isEmpty() ? "gpu" : row.text("model");
          machine.node(
              row.text("sn"),
              new NodeClass(
                  row.number("cpu_milli") / 1000,
                  1,
                  row.number("memory_mib"),
                  gpus == 0 ? Map.of() : Map.of(model, gpus),
                  gpus == 0 ? Set.of() : Set.of(model),
                  gpus == 0 ? WITHOUT_GPUS : WITH_GPUS));
        });
    try {
      return machine.build();
    } catch (IllegalArgumentException wrong) {
      throw new TraceFormatException(file.toString(), wrong);
    }
  }
}
