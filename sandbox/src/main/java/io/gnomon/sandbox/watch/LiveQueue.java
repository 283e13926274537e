package io.gnomon.sandbox.watch;

import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.SlurmCheck;
import io.gnomon.bridge.slurm.SlurmCheck.Finding;
import io.gnomon.bridge.slurm.SlurmCheck.Subject;
import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/** The queue of the Slurm that {@code squeue} shows on this machine, by the bridge in dry run. */
final class LiveQueue implements WatchedQueue {
  private static final List<String> PROGRAMS = List.of("squeue", "scontrol");

  private final SlurmCheck check;
  private final Path bridgeState;
  private final long since;

  private LiveQueue(SlurmCheck check, Path bridgeState, long since) {
    this.check = check;
    this.bridgeState = bridgeState;
    this.since = since;
  }

  /**
   * Reads the queue once.
   *
   * @param folder for the state of {@code watch}; the bridge to each cluster has a folder in it
   * @throws IOException if Slurm's programs are missing, or Slurm does not answer
   */
  static LiveQueue read(Path folder, InstantSource clock) throws IOException {
    requirePrograms(System.getenv().getOrDefault("PATH", ""));
    long since = clock.instant().getEpochSecond();
    try {
      SlurmCheck check = SlurmCheck.read(SlurmKeys.loader().load());
      return new LiveQueue(check, folder.resolve("slurm").resolve(check.cluster()), since);
    } catch (SlurmException e) {
      throw new IOException(
          e.getMessage()
              + ". Check that squeue works on this machine; SLURM_CONF names the slurm.conf of"
              + " another cluster",
          e);
    }
  }

  /**
   * Checks that Slurm's programs are in a folder of the path.
   *
   * @throws IOException if one is not, with what to do instead
   */
  static void requirePrograms(String path) throws IOException {
    for (String program : PROGRAMS) {
      boolean found =
          Arrays.stream(path.split(File.pathSeparator, -1))
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
      if (!found) {
        throw new IOException(
            """
            %s is not on the PATH. Use one of these:
              - run 'gnomon watch' on a machine where squeue works, such as a login node
              - on such a machine: squeue --json --states=all >queue.json
                and here: gnomon watch --squeue queue.json
              - without Slurm: gnomon demo"""
                .formatted(program));
      }
    }
  }

  @Override
  public String cluster() {
    return check.cluster();
  }

  @Override
  public List<String> description() {
    return check.findings().stream()
        .filter(finding -> finding.subject() == Subject.CLUSTER)
        .map(Finding::text)
        .toList();
  }

  @Override
  public List<String> limits() {
    return check.findings().stream()
        .filter(finding -> !finding.ok() && finding.subject() != Subject.CHANGES)
        .map(Finding::text)
        .toList();
  }

  @Override
  public List<String> nextSteps(String period) {
    return List.of(
        "Gnomon reads the queue every 5 s and evaluates it every "
            + period
            + ". It recommends, and",
        "never changes Slurm. \"What if\" on the page simulates other policies at once.",
        "",
        "To run Gnomon permanently, with a Kafka of your own, create the topics as docs/slurm.md",
        "describes, then start the bridge and the controller:",
        "  gnomon bridge slurm --set kafka.bootstrap.servers=HOST:9092 --set state=/var/lib/gnomon/slurm",
        "  gnomon serve --set kafka.bootstrap.servers=HOST:9092");
  }

  @Override
  public long since() {
    return since;
  }

  @Override
  public Publisher publisher(EmbeddedKafka kafka) {
    SlurmBridge bridge =
        new SlurmBridge(
            kafka
                .configure(SlurmKeys.loader())
                .flag("topics.prefix=" + PREFIX)
                .flag("slurm.apply=dry-run")
                .flag("state=" + bridgeState)
                .load());
    return new Publisher() {
      @Override
      public void run() throws IOException, InterruptedException {
        bridge.run();
      }

      @Override
      public void stop() {
        bridge.stop();
      }
    };
  }
}
