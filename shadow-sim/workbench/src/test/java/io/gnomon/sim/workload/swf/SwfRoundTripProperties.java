package io.gnomon.sim.workload.swf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SwfRoundTripProperties {

  record Row(
      long id, int submit, int runtime, int estimate, int width, int waited, int[] attributes) {}

  @Property(tries = 200)
  void readsWhatWasWritten(@ForAll("rows") List<Row> rows, @ForAll int origin) throws IOException {
    JobLogBuilder builder = JobLog.builder(origin);
    for (Row row : rows) {
      int[] a = row.attributes();
      builder.job(row.id(), row.submit(), row.runtime(), row.estimate(), row.width());
      builder.by(a[0], a[1], a[2]).to(a[3], a[4]).memoryKb(a[5]).waited(row.waited());
    }
    JobLog log = builder.build();
    StringBuilder text = new StringBuilder();

    SwfWriter.write(
        text,
        SwfHeader.EMPTY,
        log,
        job ->
            log.recordedWait(job) < 0 ? JobLog.UNKNOWN : log.submit(job) + log.recordedWait(job));
    SwfWorkload read =
        SwfReader.read(new ByteArrayInputStream(text.toString().getBytes(UTF_8)), "round trip");

    assertThat(read.log()).isEqualTo(log);
    assertThat(read.report().dropped()).isZero();
    assertThat(read.report().outOfOrder()).isZero();
  }

  @Provide
  Arbitrary<List<Row>> rows() {
    Arbitrary<Integer> time = Arbitraries.integers().between(0, JobLog.MAX_SECONDS);
    Arbitrary<Integer> maybeTime = Arbitraries.integers().between(-1, JobLog.MAX_SECONDS);
    Arbitrary<Integer> number = Arbitraries.integers().between(-1, Integer.MAX_VALUE);
    return Combinators.combine(
            Arbitraries.longs().between(0, 1L << 50),
            time,
            maybeTime,
            maybeTime,
            number,
            maybeTime,
            number.array(int[].class).ofSize(6))
        .as(Row::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }
}
