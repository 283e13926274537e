package io.gnomon.sandbox.watch;

import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.SlurmCheck;
import io.gnomon.bridge.slurm.SlurmCheck.Finding;
import io.gnomon.bridge.slurm.SlurmCheck.Subject;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.plan.SiteConfiguration;
import io.gnomon.config.ConfigLoader;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The queue of the Slurm that {@code squeue} shows on this machine, by the bridge: in dry run, or
 * with changes that an operator approves.
 */
final class LiveQueue implements WatchedQueue {
  private static final List<String> PROGRAMS = List.of("squeue", "scontrol");

  /** Name of the file that slurm.conf includes for Gnomon's settings. */
  private static final String INCLUDE = "gnomon.conf";

  private final SlurmCheck check;
  private final @Nullable Approval approval;
  private final Path bridgeState;
  private final long since;
  private final ConfigLoader loader;

  private LiveQueue(
      SlurmCheck check,
      ConfigLoader loader,
      @Nullable Approval approval,
      Path bridgeState,
      long since) {
    this.check = check;
    this.loader = loader;
    this.approval = approval;
    this.bridgeState = bridgeState;
    this.since = since;
  }

  /**
   * Reads the queue once.
   *
   * @param folder for the state of {@code watch}; the bridge to each cluster has a folder in it
   * @param loader of the bridge's configuration
   * @param approval of an operator who approves changes, or null to change nothing; settings of
   *     slurm.conf go to the file {@value #INCLUDE} that it includes
   * @throws IOException if Slurm's programs are missing, or Slurm does not answer
   */
  static LiveQueue read(
      Path folder, ConfigLoader loader, @Nullable Approval approval, InstantSource clock)
      throws IOException {
    long since = clock.instant().getEpochSecond();
    try {
      if (approval != null) {
        included(loader.load()).ifPresent(file -> loader.flag("slurm.include=" + file));
        approval.ofBridge(loader);
      }
      EffectiveConfiguration config = loader.load();
      String cluster = SlurmBridge.cluster(config, SlurmBridge.reader(config).settings());
      Path bridgeState = folder.resolve("slurm").resolve(cluster);
      SlurmCheck check = SlurmCheck.read(loader.flag("state=" + bridgeState).load());
      return new LiveQueue(check, loader, approval, bridgeState, since);
    } catch (SlurmException e) {
      throw new IOException(
          e.getMessage()
              + ". Check that squeue works on this machine; SLURM_CONF names the slurm.conf of"
              + " another cluster",
          e);
    }
  }

  /** The file in which Gnomon's settings go, if slurm.conf includes it. */
  private static Optional<Path> included(EffectiveConfiguration config)
      throws IOException, SlurmException {
    String conf = SlurmBridge.reader(config).settings().getOrDefault("SLURM_CONF", "");
    return SiteConfiguration.included(Path.of(conf), INCLUDE);
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
        .filter(
            finding -> !finding.ok() && (approval != null || finding.subject() != Subject.CHANGES))
        .map(Finding::text)
        .toList();
  }

  @Override
  public List<String> nextSteps(String period) {
    if (approval != null) {
      return List.of(
          "Gnomon reads the queue every 5 s and evaluates it every "
              + period
              + ". It proposes changes once its",
          "simulations have been compared with your Slurm. Slurm changes only when you approve on the",
          "page, and returns to your own values when you roll back.",
          "",
          "Operator's token: " + approval.token());
    }
    return List.of(
        "Gnomon reads the queue every 5 s and evaluates it every "
            + period
            + ". It recommends, and",
        "never changes Slurm. \"What if\" on the page simulates other policies at once. To try changes",
        "that you approve on the page and can undo there, run 'gnomon watch --approve'.",
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
    ConfigLoader connected = kafka.configure(loader).flag("topics.prefix=" + PREFIX);
    SlurmBridge bridge =
        new SlurmBridge(
            approval == null ? connected.flag("slurm.apply=dry-run").load() : connected.load());
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
