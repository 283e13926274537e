package io.gnomon.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveTracesTest {

  @ParameterizedTest
  @CsvSource({
    // trace, processors, lines with jobs, no processors, negative runtime, runtime 0, no estimate,
    // overrunning, start of the log
    "KTH-SP2-1996-2.1-cln, 100, 28476, 1, 0, 8, 0, 475, 843480031",
    "CTC-SP2-1996-3.1-cln, 512, 77222, 0, 0, 17, 6, 7174, 835823160",
    "SDSC-SP2-1998-4.2-cln, 128, 59715, 0, 5671, 10, 35, 4134, 893466664",
    "SDSC-BLUE-2000-4.2-cln, 1152, 243306, 0, 10744, 26, 0, 23434, 956700003",
  })
  void keepsAndDropsTheJobsThatTheArchiveHolds(
      String trace,
      int processors,
      int jobs,
      int withoutProcessors,
      int negativeRuntime,
      int zeroRuntime,
      int missingEstimate,
      int overrunning,
      long origin)
      throws IOException {
    SwfWorkload workload = SwfReader.read(Traces.trace(trace));

    assertThat(workload.report().jobs()).isEqualTo(jobs);
    assertThat(workload.report().dropped()).isZero();
    assertThat(workload.report().outOfOrder()).isZero();
    assertThat(workload.log().originEpochSecond()).isEqualTo(origin);
    PreparedLog prepared = new Preparation(processors, OverrunRule.KNOWN).prepare(workload.log());
    assertThat(prepared.report())
        .isEqualTo(
            new PreparationReport(
                jobs,
                withoutProcessors,
                negativeRuntime,
                0,
                zeroRuntime,
                missingEstimate,
                overrunning));
    assertThat(prepared.log().size()).isEqualTo(jobs - withoutProcessors - negativeRuntime);
    for (int job = 0; job < prepared.log().size(); job++) {
      assertThat(prepared.log().width(job)).isBetween(1, processors);
      assertThat(prepared.log().estimate(job)).isGreaterThanOrEqualTo(prepared.log().runtime(job));
    }
  }

  @Test
  void clipsTheJobsThatAreWiderThanTheMachine() throws IOException {
    JobLog raw = SwfReader.read(Traces.trace("SDSC-BLUE-2000-4.2-cln")).log();

    PreparedLog prepared = new Preparation(1024, OverrunRule.EXTEND).prepare(raw);

    assertThat(prepared.report().clipped()).isPositive();
    assertThat(prepared.report().kept()).isEqualTo(232_562);
  }

  @ParameterizedTest
  @CsvSource({
    "CTC-SP2-1996-3.1-cln.norm.swf.gz, 338, 77205",
    "KTH-SP2-1996-2.1-cln.norm.swf.gz, 100, 28467",
    "SDSC-SP2-1998-4.2-cln.norm.swf.gz, 128, 54034",
  })
  void findsNothingToChangeInTheNormalisedInputs(String file, int processors, int jobs)
      throws IOException {
    SwfWorkload workload = SwfReader.read(Traces.golden(file));

    PreparedLog prepared = new Preparation(processors, OverrunRule.KILL).prepare(workload.log());

    assertThat(prepared.report()).isEqualTo(new PreparationReport(jobs, 0, 0, 0, 0, 0, 0));
    assertThat(prepared.log()).isEqualTo(workload.log());
  }
}
