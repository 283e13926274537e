package io.gnomon.sim.workload.machinefile;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.workload.alibaba.AlibabaMachine;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The value of an option {@code --machine}: the name of a built-in machine, or a file. */
public final class MachineSource {
  /** The name of the built-in machine: a small site with nodes for CPUs, memory and GPUs. */
  public static final String GPU = "gpu";

  private MachineSource() {}

  /**
   * Returns the machine.
   *
   * @param value {@value #GPU}; or a file: YAML with the ending {@code .yaml} or {@code .yml}, the
   *     nodes of Alibaba's trace with the ending {@code .csv}, plain or compressed, or else a
   *     {@code slurm.conf}
   * @throws IOException if the file cannot be read or is not valid
   */
  public static Machine read(Path value) throws IOException {
    String name = value.toString();
    if (name.equals(GPU)) {
      return builtIn(GPU + ".yaml");
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return MachineFile.read(value);
    }
    boolean table = name.endsWith(".csv") || name.endsWith(".csv.gz");
    return table ? AlibabaMachine.read(value) : SlurmMachine.read(value);
  }

  private static Machine builtIn(String resource) throws IOException {
    try (InputStream in = MachineSource.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("resource " + resource + " is not on the class path");
      }
      return MachineFile.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), resource);
    }
  }
}
