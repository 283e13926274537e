package io.gnomon.sim.workload.swf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever a file contains, it is read with a full account, or refused by name. */
class SwfDamageProperties {
  private static final int LINES = 30;
  private static final String LINE = "7 100 5 60 4 -1 -1 8 120 2048 1 3 2 9 1 0 -1 -1\n";

  @Property(tries = 300)
  void accountsForEveryLineOfADamagedFile(
      @ForAll @Size(value = 8) byte[] damage, @ForAll @IntRange(max = 1000) int at) {
    byte[] file = LINE.repeat(LINES).getBytes(UTF_8);
    System.arraycopy(damage, 0, file, at, damage.length);
    readsOrRefuses(file);
  }

  @Property(tries = 300)
  void refusesOrReadsDamagedCompression(
      @ForAll @Size(value = 2) byte[] damage, @ForAll @IntRange(min = 2, max = 60) int at)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(LINE.repeat(LINES).getBytes(UTF_8));
    }
    byte[] file = out.toByteArray();
    System.arraycopy(damage, 0, file, at, damage.length);
    readsOrRefuses(file);
  }

  private static void readsOrRefuses(byte[] file) {
    try {
      SwfWorkload read = SwfReader.read(new ByteArrayInputStream(file), "damaged.swf");
      ReadReport report = read.report();
      assertThat(report.jobs()).isEqualTo(read.log().size());
      // Damage can blank a line or make it a comment, but no line goes missing without a word.
      assertThat(report.jobs() + report.dropped() + read.header().lines().size())
          .isBetween(report.lines() - 8, report.lines());
    } catch (SwfFormatException refused) {
      assertThat(refused).hasMessageContaining("damaged.swf");
    } catch (IOException other) {
      throw new AssertionError("neither read nor refused by name", other);
    }
  }
}
