package io.gnomon.bridge.slurm;

import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.polling.TrackerFile;
import io.gnomon.bridge.slurm.accounting.AccountingReader;
import io.gnomon.bridge.slurm.accounting.AccountingTracker;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.bridge.slurm.client.ControllerLoad;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmSource;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.notify.HookSpool;
import io.gnomon.bridge.slurm.notify.JobcompTopic;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.plan.SiteConfiguration;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.bridge.slurm.policy.TestTime;
import io.gnomon.bridge.slurm.programs.ProgramSource;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import io.gnomon.bridge.slurm.rest.RestAddress;
import io.gnomon.bridge.slurm.rest.RestSource;
import io.gnomon.bridge.storage.FileCommandLedger;
import io.gnomon.bridge.storage.KeyFileAuthenticator;
import io.gnomon.bridge.storage.StorageException;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.config.KafkaKeys;
import io.gnomon.config.Key;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.text.SpecText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a Slurm cluster connected to the topics until it is stopped. If Kafka fails, or Slurm does
 * not answer at the start, it connects again from the files in its state folder; no event is lost
 * or published twice. One thread calls {@link #run}, any thread may call {@link #stop}.
 */
public final class SlurmBridge {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmBridge.class);
  private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(200);
  private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(60);
  private static final int MAX_PAUSE_SECONDS = 30;
  private static final int FIRST_VERSIONS = 1_000_000_000;

  private final EffectiveConfiguration config;
  private final UnaryOperator<SchedulerPort> seen;
  private final CommandAuthenticator authenticator;
  private final Path stateFolder;
  private final CountDownLatch stop = new CountDownLatch(1);
  private boolean described;

  /**
   * A bridge that is not yet connected.
   *
   * @throws InvalidConfigException if commands may change Slurm without a signature, or the files
   *     that they change are in slurm.conf's folder
   * @throws IllegalArgumentException if the key file has no keys
   */
  public SlurmBridge(EffectiveConfiguration config) {
    this(config, UnaryOperator.identity());
  }

  /**
   * A bridge that shows Gnomon Slurm through another port.
   *
   * @param seen what is shown of Slurm's port; called for each connection
   */
  public SlurmBridge(EffectiveConfiguration config, UnaryOperator<SchedulerPort> seen) {
    this.config = config;
    this.seen = seen;
    authenticator = authenticator(config);
    if (config.get(SlurmKeys.APPLY).equals("apply")) {
      requireOwnFolder(config, SlurmKeys.INCLUDE);
      requireOwnFolder(config, SlurmKeys.LUA);
    }
    stateFolder = config.get(SlurmKeys.STATE);
  }

  private static CommandAuthenticator authenticator(EffectiveConfiguration config) {
    Optional<Path> keys = config.get(KafkaKeys.COMMANDS_KEY_FILE);
    if (keys.isEmpty() && config.get(SlurmKeys.APPLY).equals("apply")) {
      throw new InvalidConfigException(
          "slurm.apply is 'apply' and commands.key-file is not set; only signed commands may change"
              + " Slurm. Create a key with '"
              + SigningKeys.CREATE
              + "', copy FILE to the controller's machine, and set commands.key-file to it in the"
              + " bridge and in the controller; or set slurm.apply to dry-run");
    }
    return keys.<CommandAuthenticator>map(KeyFileAuthenticator::new)
        .orElse(CommandAuthenticator.ANY);
  }

  /** Files are replaced, so the bridge may write to their folder; slurm.conf must not be in it. */
  private static void requireOwnFolder(EffectiveConfiguration config, Key<Optional<Path>> key) {
    Path file = config.get(key).orElse(Path.of("none")).toAbsolutePath();
    Path folder = file.resolveSibling("");
    if (config.get(key).isPresent() && Files.exists(folder.resolve("slurm.conf"))) {
      throw new InvalidConfigException(
          "%s is '%s', in the folder of slurm.conf; the bridge writes to the folder of its files, so"
                  .formatted(key, file)
              + " give it one of its own, such as %s, and change slurm.conf or job_submit.lua to match"
                  .formatted(folder.resolve("gnomon").resolve(file.getFileName())));
    }
  }

  /** Makes {@link #run} return soon. */
  public void stop() {
    stop.countDown();
  }

  /**
   * Returns a reader of the Slurm cluster in the settings.
   *
   * @throws InvalidConfigException if slurmrestd is to be asked without a slurm.conf, or to apply
   *     changes
   */
  public static SlurmReader reader(EffectiveConfiguration config) {
    return new SlurmReader(source(config), InstantSource.system());
  }

  private static SlurmSource source(EffectiveConfiguration config) {
    Optional<RestAddress> rest = config.get(SlurmKeys.REST);
    if (rest.isEmpty()) {
      return new ProgramSource(programs(config));
    }
    if (config.get(SlurmKeys.APPLY).equals("apply")) {
      throw new InvalidConfigException(
          "slurm.apply is 'apply' and slurm.rest is '%s'; slurmrestd cannot write the file that slurm.conf includes, nor create partitions. Set slurm.apply to dry-run, or remove slurm.rest and run the bridge where Slurm's programs are"
              .formatted(rest.get()));
    }
    Path conf =
        config
            .get(SlurmKeys.CONF)
            .orElseThrow(
                () ->
                    new InvalidConfigException(
                        "slurm.rest is '%s' and slurm.conf is not set; slurmrestd does not report settings, so set slurm.conf to a copy of Slurm's slurm.conf"
                            .formatted(rest.get())));
    return new RestSource(
        rest.get(),
        config.get(SlurmKeys.TOKEN_FILE).orElse(null),
        config.get(SlurmKeys.LIMIT),
        conf);
  }

  static SlurmPrograms programs(EffectiveConfiguration config) {
    return new SlurmPrograms(
        config.get(SlurmKeys.BIN).orElse(null),
        config
            .get(SlurmKeys.CONF)
            .map(conf -> Map.of("SLURM_CONF", conf.toString()))
            .orElse(Map.of()),
        config.get(SlurmKeys.LIMIT));
  }

  /**
   * Connects and serves until {@link #stop} is called. After slurmctld was reconfigured, it
   * connects again, and so declares the cluster as it is now.
   *
   * @throws IOException if a file in the state folder cannot be used
   */
  public void run() throws IOException, InterruptedException {
    createStateFolder(stateFolder);
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
        pause = Math.min(2 * pause, MAX_PAUSE_SECONDS);
      }
    }
  }

  private void serve() throws IOException, SlurmException {
    SlurmReader reader = reader(config);
    Map<String, String> slurm = reader.settings();
    String cluster = cluster(config, slurm);
    SlurmPort port = port(reader, slurm, cluster);
    if (!described) {
      List<String> notes = new ArrayList<>(reader.source().limits());
      notes.addAll(reader.source().warnings());
      port.setFirstRead(
          state -> {
            notes.addAll(NotSimulated.of(slurm, state));
            notes.forEach(one -> LOG.warn("{}: {}", cluster, one));
            described = true;
          });
    }
    Optional<String> topic = config.get(SlurmKeys.JOBCOMP);
    try (JobcompTopic jobcomp =
            topic.isEmpty() ? null : new JobcompTopic(config.kafka(), topic.get(), reader.now());
        FileCommandLedger ledger = new FileCommandLedger(stateFolder.resolve("commands"));
        KafkaBridge bridge =
            new KafkaBridge(
                cluster,
                seen.apply(port),
                ledger,
                config.kafka(),
                config.get(KafkaKeys.TOPICS_PREFIX),
                authenticator,
                config.get(KafkaKeys.COMMANDS_KEY_FILE).map(SigningKeys::read).orElse(null))) {
      if (jobcomp != null) {
        port.setJobcomp(jobcomp);
      }
      bridge.runner().start();
      LOG.info("{}: connected", cluster);
      while (stop.getCount() > 0 && !port.isReconfigured()) {
        bridge.runner().poll(bridge.commands(), COMMAND_TIMEOUT);
      }
      described &= !port.isReconfigured();
    }
  }

  /**
   * Returns the id of a cluster in Gnomon.
   *
   * @param slurm the settings that slurmctld runs with
   */
  public static String cluster(EffectiveConfiguration config, Map<String, String> slurm) {
    return config
        .get(SlurmKeys.CLUSTER)
        .orElseGet(() -> slurm.getOrDefault("ClusterName", "slurm"));
  }

  /**
   * Creates the state folder, if it does not exist.
   *
   * @throws IOException if it cannot be created
   */
  static void createStateFolder(Path folder) throws IOException {
    StorageException.of("create the state folder", folder, () -> Files.createDirectories(folder));
  }

  static SlurmConfigurator configurator(
      EffectiveConfiguration config, Path stateFolder, SlurmReader reader)
      throws IOException, SlurmException {
    @Nullable String partition = config.get(SlurmKeys.PARTITION).orElse(null);
    return new SlurmConfigurator(
        new ChangeSettings(
            config.get(SlurmKeys.APPLY).equals("apply"),
            partition,
            config.get(SlurmKeys.OWNED),
            config.get(SlurmKeys.MAX_PARTITIONS),
            config.get(SlurmKeys.LUA).orElse(null),
            config.get(SlurmKeys.INCLUDE).orElse(null),
            initialPolicy(config, stateFolder, reader),
            config.get(SlurmKeys.RANGES).orElse(LimitRanges.NONE),
            firstVersion(config)),
        programs(config),
        reader,
        stateFolder,
        step -> {});
  }

  /** The policy in the settings; what a policy {@code slurm} does not name is as Slurm runs it. */
  private static String initialPolicy(
      EffectiveConfiguration config, Path stateFolder, SlurmReader reader)
      throws IOException, SlurmException {
    SpecText policy = SpecText.parse(config.get(SlurmKeys.POLICY));
    if (!policy.name().equals(ObservedPolicy.NAME)) {
      return policy.toString();
    }
    String observed =
        ObservedPolicy.read(
            reader,
            AppliedConfiguration.readFormer(stateFolder, Aspect.PARAMETERS, Aspect.PRIORITIES),
            config.get(SlurmKeys.PARTITION).orElse(null),
            TestTime.read(reader, AppliedConfiguration.readPolicy(stateFolder)));
    return policy.withMissing(SpecText.parse(observed)).toString();
  }

  /**
   * Returns the version to begin with: random, so that a command that was signed before the state
   * folder was lost expects another version, whatever the clocks say. Its last digits are 001.
   */
  private static long firstVersion(EffectiveConfiguration config) {
    return config.get(SlurmKeys.APPLY).equals("apply")
        ? 1000L * (1 + new SecureRandom().nextInt(FIRST_VERSIONS)) + 1
        : 1;
  }

  private SlurmPort port(SlurmReader reader, Map<String, String> slurm, String cluster)
      throws IOException, SlurmException {
    SlurmPort port =
        new SlurmPort(
            reader,
            SelectSettings.of(slurm),
            new TrackerFile(stateFolder.resolve("queue"), cluster),
            new PollSchedule(config.get(SlurmKeys.INTERVAL), MAX_POLL_INTERVAL),
            new HookSpool(config.get(SlurmKeys.SPOOL).orElse(null)),
            configurator(config, stateFolder, reader));
    port.setVersion(slurm.getOrDefault("SLURM_VERSION", ""));
    port.setBusyThreads(ControllerLoad.busyThreads(slurm));
    port.setSwitches(reader.switches(slurm));
    port.setLicenses(reader.licenses());
    port.setAccounts(accounts(config, reader));
    return port;
  }

  /** Returns a tracker of the accounts of the Slurm cluster in the settings. */
  public static AccountingTracker accounts(EffectiveConfiguration config, SlurmReader reader) {
    @Nullable Path include = config.get(SlurmKeys.INCLUDE).orElse(null);
    Path stateFolder = config.get(SlurmKeys.STATE);
    return new AccountingTracker(
        new AccountingReader(
            reader,
            printed -> SiteConfiguration.ownSettings(printed, include, stateFolder),
            () -> AppliedConfiguration.readFormer(stateFolder, Aspect.LIMITS)));
  }
}
