package io.gnomon.sim.machine.placement;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;

/**
 * What is free on each node at one instant. Not thread-safe. Taking and giving back a placement
 * cost O(its nodes), a copy a few array copies.
 *
 * <p>What is free may be negative where jobs hold more than the node has, as reported by a
 * scheduler.
 */
public final class FreeResources {
  private final Machine machine;
  private final int types;
  private final int[] cpus;
  private final int[] memory;
  private final int[] gpus;
  private final int[] jobs;
  private final boolean[] usable;

  /** All nodes of {@code machine}, idle and usable. */
  public FreeResources(Machine machine) {
    this.machine = machine;
    int nodes = machine.nodes();
    types = machine.gpuTypes().size();
    cpus = new int[nodes];
    memory = new int[nodes];
    gpus = new int[nodes * types];
    jobs = new int[nodes];
    usable = new boolean[nodes];
    for (int node = 0; node < nodes; node++) {
      NodeClass kind = machine.nodeClass(node);
      cpus[node] = kind.cpus();
      memory[node] = kind.memory();
      for (int type = 0; type < types; type++) {
        gpus[node * types + type] = kind.gpus().getOrDefault(machine.gpuTypes().get(type), 0);
      }
      usable[node] = true;
    }
  }

  private FreeResources(FreeResources from) {
    machine = from.machine;
    types = from.types;
    cpus = from.cpus.clone();
    memory = from.memory.clone();
    gpus = from.gpus.clone();
    jobs = from.jobs.clone();
    usable = from.usable.clone();
  }

  /** An independent copy. */
  public FreeResources copy() {
    return new FreeResources(this);
  }

  /** Copies {@code other}, of the same machine, into this. */
  public void set(FreeResources other) {
    System.arraycopy(other.cpus, 0, cpus, 0, cpus.length);
    System.arraycopy(other.memory, 0, memory, 0, memory.length);
    System.arraycopy(other.gpus, 0, gpus, 0, gpus.length);
    System.arraycopy(other.jobs, 0, jobs, 0, jobs.length);
    System.arraycopy(other.usable, 0, usable, 0, usable.length);
  }

  /** The machine. */
  public Machine machine() {
    return machine;
  }

  /** Takes what {@code placement} holds. */
  public void take(Placement placement) {
    add(placement, -1);
  }

  /** Gives back what {@code placement} holds. */
  public void give(Placement placement) {
    add(placement, 1);
  }

  private void add(Placement placement, int sign) {
    boolean holdsGpus = placement.hasGpus();
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      cpus[node] += sign * placement.cpus(i);
      memory[node] += sign * placement.memory(i);
      jobs[node] -= sign;
      if (holdsGpus) {
        for (int type = 0; type < types; type++) {
          gpus[node * types + type] += sign * placement.gpus(i, type);
        }
      }
    }
  }

  /** Sets what is free on {@code node} to the minimum of two other objects of this machine. */
  public void setToLesser(int node, FreeResources a, FreeResources b) {
    cpus[node] = Math.min(a.cpus[node], b.cpus[node]);
    memory[node] = Math.min(a.memory[node], b.memory[node]);
    jobs[node] = Math.max(a.jobs[node], b.jobs[node]);
    usable[node] = a.usable[node] && b.usable[node];
    for (int i = node * types; i < (node + 1) * types; i++) {
      gpus[i] = Math.min(a.gpus[i], b.gpus[i]);
    }
  }

  /**
   * Sets what is free on {@code node}.
   *
   * @param freeGpus by type, read from {@code at} on
   */
  public void set(int node, int freeCpus, int freeMemory, int jobsThere, int[] freeGpus, int at) {
    cpus[node] = freeCpus;
    memory[node] = freeMemory;
    jobs[node] = jobsThere;
    for (int type = 0; type < types; type++) {
      gpus[node * types + type] = freeGpus[at + type];
    }
  }

  /** Whether jobs may start on a node. */
  public boolean isUsable(int node) {
    return usable[node];
  }

  /** Sets whether jobs may start on a node. */
  public void setUsable(int node, boolean whether) {
    usable[node] = whether;
  }

  /** Free CPUs of a node. */
  public int cpus(int node) {
    return cpus[node];
  }

  /** Free memory of a node in MiB. */
  public int memory(int node) {
    return memory[node];
  }

  /** Free GPUs of a node of one type. */
  public int gpus(int node, int type) {
    return gpus[node * types + type];
  }

  /** Free GPUs of a node of all types. */
  public int gpus(int node) {
    int sum = 0;
    for (int type = 0; type < types; type++) {
      sum += gpus[node * types + type];
    }
    return sum;
  }

  /** Number of jobs on a node. */
  public int jobs(int node) {
    return jobs[node];
  }

  /** Whether {@code placement} can start: it has room on its nodes, and they take jobs. */
  public boolean fits(Placement placement) {
    for (int i = 0; i < placement.size(); i++) {
      if (!usable[placement.node(i)]) {
        return false;
      }
    }
    return hasRoom(placement);
  }

  /** Whether as much as {@code placement} holds is free on its nodes. */
  public boolean hasRoom(Placement placement) {
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      if (cpus[node] < placement.cpus(i) || memory[node] < placement.memory(i)) {
        return false;
      }
      for (int type = 0; type < types; type++) {
        if (gpus[node * types + type] < placement.gpus(i, type)) {
          return false;
        }
      }
    }
    return true;
  }
}
