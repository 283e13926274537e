package io.gnomon.sandbox.watch;

import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SqueueReader;
import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.InputFile;
import io.gnomon.events.job.JobState;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A queue from a file that {@code squeue --json} has printed. It does not change. */
final class RecordedQueue implements WatchedQueue {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(200);
  private static final String RECORD = "squeue --json --states=all";

  private final Path file;
  private final boolean sized;
  private final RecordedPort port;

  private RecordedQueue(Path file, boolean sized, RecordedPort port) {
    this.file = file;
    this.sized = sized;
    this.port = port;
  }

  /**
   * Reads a file.
   *
   * @param processors of the cluster, or 0 to derive them from the jobs
   * @throws IOException if the file cannot be read, is not the output of {@code squeue --json}, or
   *     has no job that waits or runs
   */
  static RecordedQueue read(Path file, int processors) throws IOException {
    List<JobRecord> jobs = FileAccess.reading(file, () -> parse(file));
    RecordedPort port = RecordedPort.of(jobs, processors);
    if (port.queue().active().isEmpty()) {
      throw new IOException(
          "%s has %d jobs, and none of them waits or runs; record a queue with '%s >FILE'"
              .formatted(file, jobs.size(), RECORD));
    }
    return new RecordedQueue(file, processors > 0, port);
  }

  private static List<JobRecord> parse(Path file) throws IOException {
    try (InputStream in = InputFile.open(file)) {
      return SqueueReader.read(in);
    } catch (SlurmException e) {
      throw new IOException(
          "%s: %s. Record a queue with '%s >FILE'".formatted(file, e.getMessage(), RECORD), e);
    }
  }

  @Override
  public String cluster() {
    return "recorded";
  }

  @Override
  public List<String> description() {
    QueueObservation seen = port.queue();
    return List.of(
        "%s, recorded at about %s".formatted(file, Instant.ofEpochSecond(seen.at())),
        "%d processors; jobs: %d running, %d waiting, %d not eligible"
            .formatted(
                seen.capacity(),
                count(JobState.RUNNING),
                count(JobState.WAITING),
                count(JobState.HELD)));
  }

  private long count(JobState state) {
    return port.queue().active().values().stream()
        .filter(active -> active.job().state() == state)
        .count();
  }

  @Override
  public List<String> limits() {
    List<String> limits = new ArrayList<>();
    if (!sized) {
      limits.add(
          "a recorded queue does not name the cluster's processors; %d is the least that these jobs"
                  .formatted(port.queue().capacity())
              + " need. Set --processors to your cluster's");
    }
    limits.add(
        "partitions, priorities, memory, GPUs and idle nodes are not in a recorded queue; Gnomon"
            + " simulates one pool of processors and the order of submission");
    port.queue().notes().stream().distinct().forEach(note -> limits.add("cannot map " + note));
    return limits;
  }

  @Override
  public List<String> nextSteps(String period) {
    return List.of(
        "The page shows the queue and forecasts when its jobs start; \"What if\" simulates other",
        "policies. A recorded queue does not change, so Gnomon recommends nothing.",
        "",
        "To watch your own queue, run 'gnomon watch' on a machine where squeue works.");
  }

  @Override
  public long since() {
    return port.now();
  }

  @Override
  public Publisher publisher(EmbeddedKafka kafka) {
    return new Publisher() {
      private final CountDownLatch stop = new CountDownLatch(1);

      @Override
      public void run() {
        try (KafkaBridge bridge =
            new KafkaBridge(
                cluster(),
                port,
                CommandLedger.NONE,
                kafka.client(),
                PREFIX,
                CommandAuthenticator.ANY,
                null)) {
          bridge.runner().start();
          while (stop.getCount() > 0) {
            bridge.runner().poll(bridge.commands(), COMMAND_TIMEOUT);
          }
        }
      }

      @Override
      public void stop() {
        stop.countDown();
      }
    };
  }
}
