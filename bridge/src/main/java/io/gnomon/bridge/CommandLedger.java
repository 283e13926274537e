package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;
import java.util.List;

/**
 * What became of commands, written down so that no restart repeats one: each command just before it
 * is carried out, and each answer, under the number it is told by, just before it is told.
 */
public interface CommandLedger {
  /** For a scheduler that does not outlive the process: nothing is kept. */
  CommandLedger NONE =
      new CommandLedger() {
        @Override
        public List<GnomonEvent> entries() {
          return List.of();
        }

        @Override
        public void write(GnomonEvent entry) {}
      };

  /** What was written before this process began, oldest first. */
  List<GnomonEvent> entries();

  /** Writes an entry down; it is safe once this returns. */
  void write(GnomonEvent entry);
}
