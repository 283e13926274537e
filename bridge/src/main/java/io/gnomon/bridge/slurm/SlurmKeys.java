package io.gnomon.bridge.slurm;

import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.rest.RestAddress;
import io.gnomon.config.ConfigLoader;
import io.gnomon.config.KafkaKeys;
import io.gnomon.config.Key;
import io.gnomon.config.KeySet;
import io.gnomon.config.ValueType;
import io.gnomon.config.ValueTypes;
import io.gnomon.events.Envelope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The configuration keys of the Slurm bridge. */
public final class SlurmKeys {
  static final Key<Optional<String>> CLUSTER =
      Key.optional(
          "cluster",
          ValueTypes.text(Envelope.CLUSTER_ID, Envelope.CLUSTER_ID_IN_WORDS)
              .summarized("letters, digits and `._~:/-`"),
          "id of the cluster; if empty, Slurm's ClusterName");
  static final Key<Path> STATE =
      Key.of(
          "state", ValueTypes.path(), "gnomon-slurm", "folder that the bridge keeps its state in");
  static final Key<Optional<Path>> CONF =
      Key.optional(
          "slurm.conf",
          ValueTypes.path(),
          "slurm.conf; if empty, the one that Slurm's programs find; with slurm.rest, a copy");
  static final Key<Optional<Path>> BIN =
      Key.optional(
          "slurm.bin", ValueTypes.path(), "folder of Slurm's client programs; if empty, the PATH");
  static final Key<Optional<RestAddress>> REST =
      Key.optional(
          "slurm.rest",
          ValueType.of(RestAddress.ALLOWED, RestAddress::parse),
          "address of slurmrestd; if empty, Slurm's programs are run");
  static final Key<Optional<Path>> TOKEN_FILE =
      Key.optional(
          "slurm.token-file",
          ValueTypes.path(),
          "file with a token for slurmrestd, as `scontrol token` prints it; if empty, none");
  static final Key<Duration> INTERVAL =
      Key.of(
          "slurm.interval",
          ValueTypes.wholeSeconds("1s", "3h"),
          "5s",
          "least time between polls of Slurm");
  static final Key<Duration> LIMIT =
      Key.of(
          "slurm.limit",
          ValueTypes.wholeSeconds("1s", "20m"),
          "30s",
          "time limit of a Slurm program or of a request to slurmrestd");
  static final Key<Optional<Path>> SPOOL =
      Key.optional(
          "slurm.spool", ValueTypes.path(), "folder that the hooks write to; if empty, no hooks");
  static final Key<Optional<String>> JOBCOMP =
      Key.optional(
          "slurm.jobcomp",
          ValueTypes.text("[A-Za-z0-9._-]+", "letters, digits, '.', '_' and '-'"),
          "topic of Slurm's jobcomp/kafka plugin; if empty, it is not read");
  static final Key<String> POLICY =
      Key.of(
          "slurm.policy",
          ValueTypes.text().summarized("a policy, or `slurm`"),
          "slurm",
          "policy in force until Gnomon's first change; slurm: as Slurm is configured");
  static final Key<Optional<String>> PARTITION =
      Key.optional(
          "slurm.partition",
          ValueTypes.text("[^,\\s]+", "the name of one partition"),
          "partition that Gnomon tunes; if empty, the default one");
  static final Key<String> APPLY =
      Key.of(
          "slurm.apply",
          ValueTypes.word(List.of("dry-run", "apply")),
          "dry-run",
          "whether commands change Slurm or are only planned");
  static final Key<String> OWNED =
      Key.of(
          "slurm.owned",
          ValueTypes.text("[a-z][a-z_]*", "lower-case letters and '_', the first a letter"),
          "gnomon",
          "prefix of the partitions that Gnomon creates");
  static final Key<Integer> MAX_PARTITIONS =
      Key.of(
          "slurm.max-partitions",
          ValueTypes.wholeNumber(1, 19),
          "4",
          "most partitions that Gnomon may create");
  static final Key<Optional<Path>> INCLUDE =
      Key.optional(
          "slurm.include",
          ValueTypes.path(),
          "file of Gnomon's partitions that slurm.conf includes; if empty, none");
  static final Key<Optional<Path>> LUA =
      Key.optional(
          "slurm.lua", ValueTypes.path(), "job_submit.lua that the bridge writes; if empty, none");

  static final Key<Optional<LimitRanges>> RANGES =
      Key.optional(
          "slurm.ranges",
          ValueType.of(LimitRanges.ALLOWED, LimitRanges::parse)
              .summarized("`NAME=LEAST..MOST`, joined by commas"),
          "limits of QOS and partitions that Gnomon may change; if empty, none");

  /** All keys, in the order of the documentation. */
  public static final KeySet ALL =
      KeySet.of(
              "gnomon bridge slurm",
              List.of(
                  CLUSTER,
                  KafkaKeys.BOOTSTRAP_SERVERS,
                  KafkaKeys.TOPICS_PREFIX,
                  KafkaKeys.COMMANDS_KEY_FILE,
                  STATE,
                  CONF,
                  BIN,
                  REST,
                  TOKEN_FILE,
                  INTERVAL,
                  LIMIT,
                  SPOOL,
                  JOBCOMP,
                  POLICY,
                  PARTITION,
                  APPLY,
                  OWNED,
                  MAX_PARTITIONS,
                  INCLUDE,
                  LUA,
                  RANGES))
          // the controller reads it, which may run in the same environment
          .ignoring("GNOMON_KAFKA_GROUP");

  private SlurmKeys() {}

  /** A loader of the bridge's configuration, without sources. */
  public static ConfigLoader loader() {
    return new ConfigLoader(ALL);
  }
}
