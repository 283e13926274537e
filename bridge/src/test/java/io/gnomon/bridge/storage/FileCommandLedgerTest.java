package io.gnomon.bridge.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.ToyScheduler;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCommandLedgerTest {
  private static final GnomonEvent COMMAND = ToyScheduler.command("x", 3);
  private static final GnomonEvent ANSWER =
      GnomonEvent.of(
          ToyScheduler.CLUSTER,
          "c-7",
          7,
          null,
          new ConfigRejected(1000, "x", ConfigRejectReason.FAILED, "two\nlines", 3));

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("commands.ledger");
  }

  private void write(GnomonEvent... entries) throws IOException {
    try (FileCommandLedger ledger = new FileCommandLedger(file())) {
      for (GnomonEvent entry : entries) {
        ledger.write(entry);
      }
    }
  }

  @Test
  void returnsEntriesInOrderAndAppendsAfterThem() throws IOException {
    write(COMMAND);
    write(ANSWER);
    try (FileCommandLedger ledger = new FileCommandLedger(file())) {
      assertThat(ledger.entries()).containsExactly(COMMAND, ANSWER);
    }
  }

  @Test
  void aLineThatACrashCutOffIsDroppedWhereverItWasCut() throws IOException {
    write(COMMAND, ANSWER);
    byte[] whole = Files.readAllBytes(file());
    write();
    long first = Files.readAllLines(file()).get(0).length() + 1;
    for (int length = (int) first; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      try (FileCommandLedger ledger = new FileCommandLedger(file())) {
        assertThat(ledger.entries()).as("cut to %d", length).containsExactly(COMMAND);
        ledger.write(ANSWER);
      }
      assertThat(Files.readAllBytes(file())).isEqualTo(whole);
    }
  }

  @Test
  void aDamagedLineIsReportedWithItsNumber() throws IOException {
    write(COMMAND);
    Files.writeString(file(), "not json\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> new FileCommandLedger(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("commands.ledger")
        .hasMessageContaining("line 2");
  }

  @Test
  void onlyOneBridgeMayHaveIt() throws IOException {
    try (FileCommandLedger first = new FileCommandLedger(file())) {
      assertThatThrownBy(() -> new FileCommandLedger(file()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use");
      assertThat(first.entries()).isEmpty();
    }
  }
}
