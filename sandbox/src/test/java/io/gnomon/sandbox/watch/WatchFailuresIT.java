package io.gnomon.sandbox.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sandbox.campaign.SmallDisk;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A {@code watch} whose broker or bridge ends says so and ends. */
class WatchFailuresIT {
  @TempDir private Path folder;

  private Path recording() throws IOException {
    Path file = folder.resolve("squeue.json");
    try (var in = WatchFailuresIT.class.getResourceAsStream("/watch/squeue.json")) {
      Files.copy(in, file);
    }
    return file;
  }

  @Test
  void aFullDiskEndsItWithTheReason() throws Exception {
    Path mount = Files.createDirectory(folder.resolve("disk"));
    try (SmallDisk disk = SmallDisk.on(mount)) {
      assumeTrue(disk.mounted(), "only root can mount a small disk; run this test as root");
      try (WatchProcess watch =
          WatchProcess.start(
              Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + mount),
              "--squeue",
              recording().toString())) {
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> watch.printed().contains("Press Ctrl-C to stop."));

        disk.fill();

        assertThat(watch.exitStatus()).isEqualTo(1);
        assertThat(watch.printed().lines().toList())
            .filteredOn(line -> line.startsWith("gnomon watch: "))
            .singleElement()
            .asString()
            .startsWith("gnomon watch: stopped after a failure: the embedded broker has ended")
            .contains(mount + "/", " has 0 MiB free");
      }
    }
  }

  /** A publisher that does nothing, and ends as {@code end} says. */
  private interface End {
    void run() throws IOException, InterruptedException;
  }

  @Test
  void theEndOfTheBridgeEndsIt() throws Exception {
    endsWith(() -> {}, "stopped after a failure: the bridge has ended");
    endsWith(
        () -> {
          throw new NoClassDefFoundError("io/gnomon/Missing");
        },
        "stopped after a failure: java.lang.NoClassDefFoundError: io/gnomon/Missing");
  }

  private void endsWith(End end, String message) throws Exception {
    RecordedQueue queue = RecordedQueue.read(recording(), 224);
    Files.delete(folder.resolve("squeue.json"));
    assertThatThrownBy(
            () -> {
              try (WatchRun run =
                  new WatchRun(
                      new EndingQueue(queue, end),
                      null,
                      0,
                      Duration.ofHours(1),
                      null,
                      WatchRun.TRIAL,
                      line -> {})) {
                run.awaitFailure();
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessage(message);
  }

  private record EndingQueue(RecordedQueue queue, End end) implements WatchedQueue {
    @Override
    public String cluster() {
      return queue.cluster();
    }

    @Override
    public List<String> description() {
      return queue.description();
    }

    @Override
    public List<String> limits() {
      return queue.limits();
    }

    @Override
    public List<String> nextSteps(String period) {
      return queue.nextSteps(period);
    }

    @Override
    public long since() {
      return queue.since();
    }

    @Override
    public Publisher publisher(EmbeddedKafka kafka) {
      return new Publisher() {
        @Override
        public void run() throws IOException, InterruptedException {
          end.run();
        }

        @Override
        public void stop() {}
      };
    }
  }
}
