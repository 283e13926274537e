package io.gnomon.sim.assess.report;

import java.util.List;

/**
 * Where the data of an assessment come from.
 *
 * @param title name of the log or cluster
 * @param configuration the configuration in force in words, and where it is known from
 * @param notes on what was read: dropped and repaired records, assumptions
 */
public record AssessedSource(String title, String configuration, List<String> notes) {
  /** Copies the list. */
  public AssessedSource {
    notes = List.copyOf(notes);
  }
}
