package io.gnomon.controller.checkpoint;

import io.gnomon.controller.fault.Faults;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/** Collects the sections of a checkpoint. A section whose content has a fault is left out. */
final class SectionWriter {
  private final Snapshot content = new Snapshot();
  private final Map<Section, Throwable> faults = new EnumMap<>(Section.class);

  void write(Section section, Supplier<Snapshot> writes) {
    Throwable fault = Faults.in(() -> section.write(content, writes.get()));
    if (fault != null) {
      faults.put(section, fault);
    }
  }

  /** The sections that have been written. */
  Snapshot content() {
    return content;
  }

  /** The faults of the sections that are missing. */
  Map<Section, Throwable> faults() {
    return faults;
  }
}
