package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;
import java.util.List;

/**
 * A durable log of commands and their answers, so that no restart repeats a command. It begins with
 * a {@code clock.advanced} that says when on the scheduler's clock. A command is written before it
 * is carried out, and an answer before it is published, with a sequence number that is reserved for
 * it. An answer is published before the next one is written, so only the last one can be
 * unpublished.
 */
public interface CommandLedger {
  /** Stores nothing; for a scheduler that does not outlive the process. */
  CommandLedger NONE =
      new CommandLedger() {
        @Override
        public List<GnomonEvent> entries() {
          return List.of();
        }

        @Override
        public void write(GnomonEvent entry) {}
      };

  /** Returns the entries of earlier processes, oldest first. */
  List<GnomonEvent> entries();

  /** Appends an entry, which is safe on disk when this method returns. */
  void write(GnomonEvent entry);
}
