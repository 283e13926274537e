package io.gnomon.sim.assess.change;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import java.util.Optional;

/** A site at which jobs share nodes. */
public final class SharedNodes {
  static final String ID = "shared";

  private SharedNodes() {}

  /** Whether a change lets jobs share nodes, of all partitions or of one. */
  public static boolean isMadeBy(SiteChange change) {
    return change.id().equals(ID) || change.id().startsWith(ID + ".");
  }

  /** The setup with shared nodes in all partitions; empty if they are shared already. */
  public static Optional<SimulatedSite> everywhere(SimulatedSite setup) {
    SlurmDefinitions site = setup.slurm();
    if (site == null) {
      return Optional.empty();
    }
    Machine machine = site.machine();
    boolean whole = machine.selection().unit() == AllocationUnit.NODE;
    if (!whole && machine.partitions().stream().noneMatch(Partition::exclusive)) {
      return Optional.empty();
    }
    return Optional.of(
        setup.with(
            site.withSelection(whole ? Selection.CORES : machine.selection())
                .withPartitions(Partition::withSharedNodes)));
  }
}
