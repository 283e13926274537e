package io.gnomon.bridge.slurm.accounting;

import io.gnomon.events.accounting.Accounting;
import java.util.List;

/**
 * The accounts of a Slurm cluster at one instant, in Gnomon's model.
 *
 * @param accounting the accounts with their usage
 * @param notes what could not be mapped, one phrase each
 */
public record AccountingObservation(Accounting accounting, List<String> notes) {
  /** Copies lists that are not immutable. */
  public AccountingObservation {
    notes = List.copyOf(notes);
  }
}
