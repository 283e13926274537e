package io.gnomon.bridge.slurm;

import io.gnomon.bridge.FileLedger;
import io.gnomon.bridge.KafkaBridge;
import io.gnomon.bridge.slurm.SlurmSettings.Key;
import io.gnomon.bridge.slurm.apply.ObservedPolicy;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.bridge.slurm.read.JobcompTopic;
import io.gnomon.bridge.slurm.read.Pacing;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmPrograms;
import io.gnomon.bridge.slurm.read.SlurmReader;
import io.gnomon.bridge.slurm.read.Spool;
import io.gnomon.bridge.slurm.read.TrackerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a Slurm and the topics connected until it is stopped. Where Kafka fails, or Slurm does not
 * answer at the start, it connects again, from what is on disk; nothing is lost and nothing told
 * twice. One thread calls {@link #run}, any thread may call {@link #stop}.
 */
public final class SlurmBridge {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmBridge.class);
  private static final Duration PATIENCE = Duration.ofMillis(200);
  private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(60);
  private static final int MOST_PAUSE_SECONDS = 30;

  private final SlurmSettings settings;
  private final Path state;
  private final CountDownLatch stop = new CountDownLatch(1);

  /** A bridge that has not begun. */
  public SlurmBridge(SlurmSettings settings) {
    this.settings = settings;
    state = Path.of(settings.text(Key.STATE));
  }

  /** Ends {@link #run} soon. */
  public void stop() {
    stop.countDown();
  }

  /** What asks Slurm, as the settings say. */
  public static SlurmReader reader(SlurmSettings settings) {
    return new SlurmReader(programs(settings), InstantSource.system());
  }

  static SlurmPrograms programs(SlurmSettings settings) {
    String conf = settings.text(Key.CONF);
    return new SlurmPrograms(
        settings.path(Key.BIN),
        conf.isEmpty() ? Map.of() : Map.of("SLURM_CONF", conf),
        settings.duration(Key.LIMIT));
  }

  /**
   * Connects and serves until {@link #stop}.
   *
   * @throws IOException where what is on disk cannot be used
   */
  public void run() throws IOException, InterruptedException {
    Files.createDirectories(state);
    int pause = 1;
    while (stop.getCount() > 0) {
      try {
        serve();
        pause = 1;
      } catch (KafkaException | SlurmException | IllegalStateException e) {
        LOG.error("{}; connecting again in {} s", e.getMessage(), pause);
        if (stop.await(pause, TimeUnit.SECONDS)) {
          return;
        }
        pause = Math.min(2 * pause, MOST_PAUSE_SECONDS);
      }
    }
  }

  private void serve() throws IOException, SlurmException {
    SlurmReader reader = reader(settings);
    Map<String, String> slurm = reader.settings();
    String cluster =
        settings.text(Key.CLUSTER).isEmpty()
            ? slurm.getOrDefault("ClusterName", "slurm")
            : settings.text(Key.CLUSTER);
    SlurmPort port = port(reader, slurm, cluster);
    String topic = settings.text(Key.JOBCOMP);
    try (JobcompTopic jobcomp =
            topic.isEmpty() ? null : new JobcompTopic(settings.kafka(), topic, reader.now());
        FileLedger ledger = new FileLedger(state.resolve("commands"));
        KafkaBridge bridge =
            new KafkaBridge(cluster, port, ledger, settings.kafka(), settings.text(Key.PREFIX))) {
      if (jobcomp != null) {
        port.listen(jobcomp);
      }
      bridge.runner().start();
      LOG.info("{}: connected", cluster);
      while (stop.getCount() > 0) {
        bridge.runner().serve(bridge.commands(), PATIENCE);
      }
    }
  }

  static SlurmConfigurator configurator(SlurmSettings settings, Path state, SlurmReader reader)
      throws IOException, SlurmException {
    String named = settings.text(Key.PARTITION);
    String partition = named.isEmpty() ? null : named;
    String policy = settings.text(Key.POLICY);
    return new SlurmConfigurator(
        new SlurmConfigurator.Settings(
            settings.text(Key.APPLY).equals("apply"),
            partition,
            settings.text(Key.PREFIX_OWNED),
            Integer.parseInt(settings.text(Key.MOST)),
            settings.path(Key.LUA),
            settings.path(Key.INCLUDE),
            policy.equals(ObservedPolicy.WORD)
                ? ObservedPolicy.read(reader, state, partition)
                : policy),
        programs(settings),
        reader,
        state,
        step -> {});
  }

  private SlurmPort port(SlurmReader reader, Map<String, String> slurm, String cluster)
      throws IOException, SlurmException {
    SlurmPort port =
        new SlurmPort(
            reader,
            slurm.getOrDefault("SelectType", "").endsWith("linear"),
            new TrackerFile(state.resolve("queue"), cluster),
            new Pacing(settings.duration(Key.INTERVAL), LONGEST_INTERVAL),
            new Spool(settings.path(Key.SPOOL)),
            configurator(settings, state, reader));
    port.name(slurm.getOrDefault("SLURM_VERSION", ""));
    return port;
  }
}
