package io.gnomon.controller.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SizingTest {
  /**
   * 10 clusters: 450 kB. 1,000 active jobs: 260 kB. 2,000 recorded jobs: 270 kB. With the base of
   * 100 MB, twice 100.98 MB on one replica; on two, twice 100.49 MB.
   */
  @Test
  void theHeapIsTwiceWhatTheStateNeeds() {
    Sizing sizing = Sizing.parse("clusters=10,jobs=1000,recorded=2000");

    assertThat(sizing.heapBytes(1)).isCloseTo(201.96e6, within(1.0));
    assertThat(sizing.heapBytes(2)).isCloseTo(200.98e6, within(1.0));
    assertThat(sizing.replicas()).isEqualTo(2);
  }

  /** 10 × 2.4 kB and 1,000 × 105 B and 2,000 × 25 B are 179 kB, written each hour. */
  @Test
  void checkpointsAreWrittenEachHour() {
    Sizing sizing = Sizing.parse("clusters=10,jobs=1000,recorded=2000");

    assertThat(sizing.checkpointBytes()).isCloseTo(179e3, within(1.0));
    assertThat(sizing.checkpointBytesPerDay()).isCloseTo(24 * 179e3, within(1.0));
  }

  @Test
  void anotherTextIsRejected() {
    assertThatThrownBy(() -> Sizing.parse("clusters=10"))
        .hasMessageContaining("jobs is missing; it must be from 0");
    assertThatThrownBy(() -> Sizing.parse("clusters=0,jobs=1"))
        .hasMessageContaining("clusters is 0; it must be from 1");
    assertThatThrownBy(() -> Sizing.parse("clusters=10,jobs=-1"))
        .hasMessageContaining("is not clusters=N,jobs=N");
    assertThatThrownBy(() -> Sizing.parse("clusters=10,jobs=1,nodes=3"))
        .hasMessageContaining("[nodes] is unknown");
  }

  /** The base of 100 MB and one cluster of 45 kB, twice: 200 MB. */
  @Test
  void oneReplicaIsNeverMissing() {
    Sizing sizing = Sizing.parse("clusters=1,jobs=0,events=1,replicas=1");

    assertThat(sizing.text())
        .startsWith("1 cluster, 0 active and 0 recorded jobs, 1 event/s, 1 replica\n")
        .contains("heap of each replica: 200 MB\n");
  }

  /** The heap is that of the first test, on two replicas and on one. */
  @Test
  void theReportIsAlsoJson() throws Exception {
    StringWriter printed = new StringWriter();
    CommandLine command = Doctor.commandLine().setOut(new PrintWriter(printed));

    assertThat(command.execute("--size", "clusters=10,jobs=1000,recorded=2000", "--format", "json"))
        .isZero();
    JsonNode report = new ObjectMapper().readTree(printed.toString());
    assertThat(report.path("heapBytes").asLong()).isEqualTo(200_980_000);
    assertThat(report.path("heapBytesWhileOneIsMissing").asLong()).isEqualTo(201_960_000);
    assertThat(report.path("checkpointBytes").asLong()).isEqualTo(179_000);
    assertThat(report.path("replicas").asLong()).isEqualTo(2);
  }

  /** The examples of docs/operating.md. */
  @Test
  void theDocumentedExamplesAreWhatTheCommandPrints() throws Exception {
    String page =
        Files.readString(Path.of(System.getProperty("gnomon.root"), "docs", "operating.md"));
    for (String size :
        List.of(
            "clusters=1,jobs=5000,recorded=20000,events=2",
            "clusters=1000,jobs=1000000,recorded=5000000,events=5000")) {
      StringWriter printed = new StringWriter();
      CommandLine command = Doctor.commandLine().setOut(new PrintWriter(printed));
      assertThat(command.execute("--size", size)).isZero();
      assertThat(page).contains("./gnomon doctor --size " + size + "\n" + printed);
    }
  }
}
