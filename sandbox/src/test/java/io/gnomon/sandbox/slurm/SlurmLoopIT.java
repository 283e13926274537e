package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.ResourceStack;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bridge as a process of its own between a real Slurm and a real broker, through the end of
 * each of the three: no event is lost or reported twice, no command is applied twice or in part.
 */
@Tag("slurm")
class SlurmLoopIT {
  private static final String CLUSTER = "real";
  private static final String QUEUES = "multi-queue(boundaries=600/86400, partitions=2)";
  private static final long VALID_SECONDS = 86_400;
  private static final Duration AWAY = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder;
  @TempDir private Path state;
  @TempDir private Path bin;
  private final ResourceStack resources = new ResourceStack();
  private RealSlurm slurm;
  private EmbeddedKafka kafka;
  private BridgeProcess bridge;
  private ReportedQueue reported;

  @BeforeEach
  void connect() throws Exception {
    slurm = resources.add(RealSlurm.start(folder, 8, 4));
    kafka = resources.add(EmbeddedKafka.start());
    kafka.createTopics(DemoTopics.all(Topic.DEFAULT_PREFIX, 1));
    reported = resources.add(new ReportedQueue(kafka.bootstrapServers()));
    script(
        "squeue",
        """
        [ -e %1$s/broken ] && { echo '{"jobs": [{"job_id": 1,'; exit 0; }
        [ -e %1$s/slow ] && exec sleep 60
        exec %2$s/squeue "$@"
        """
            .formatted(bin, slurm.programs()));
    wrapScontrol();
    bridge =
        resources.add(
            new BridgeProcess(
                slurm,
                kafka.bootstrapServers(),
                state,
                "slurm.bin=" + bin,
                "slurm.limit=5s",
                "slurm.policy=easy"));
    bridge.start();
    await("declared", () -> !reported.read().ofType(ClusterSnapshot.class).isEmpty());
  }

  @AfterEach
  void close() {
    resources.close();
  }

  /**
   * Puts a scontrol before Slurm's that kills the bridge, as SIGKILL does, in place of the n-th
   * call from the begin of a change, where the file {@code kill} holds n.
   */
  private void wrapScontrol() throws Exception {
    script(
        "scontrol",
        """
        if [ -e %1$s/kill ] && { [ -e %2$s/plan.json ] || [ -e %1$s/counting ]; }; then
          : >%1$s/counting
          left=$(($(<%1$s/kill) - 1))
          if [ $left -le 0 ]; then
            rm %1$s/kill %1$s/counting
            echo "$@" >>%1$s/killed
            kill -KILL $PPID
            exit 1
          fi
          echo $left >%1$s/kill
        fi
        exec %3$s/scontrol "$@"
        """
            .formatted(bin, state, slurm.programs()));
  }

  private void script(String name, String lines) throws Exception {
    Path script = bin.resolve(name);
    Files.writeString(script, "#!/bin/bash\n" + lines);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void await(String what, Callable<Boolean> is) {
    Awaitility.await(what).atMost(LONG).pollInterval(Duration.ofMillis(250)).until(is);
  }

  /** How a command was answered, once it was. */
  private List<EventData> answers(String id) {
    return reported.read().events().stream()
        .map(GnomonEvent::data)
        .filter(
            data ->
                data instanceof ConfigApplied applied && id.equals(applied.command())
                    || data instanceof ConfigRejected rejected && id.equals(rejected.command()))
        .toList();
  }

  /** The version that the bridge has begun with. */
  private long firstVersion() {
    return Objects.requireNonNull(reported.ofType(ClusterDeclared.class).get(0).configuration())
        .version();
  }

  /** The configuration of an acknowledgement, with versions from 1. */
  private Configuration counted(ConfigApplied applied) {
    Configuration inForce = applied.configuration();
    return new Configuration(inForce.policy(), inForce.version() - firstVersion() + 1);
  }

  /** Sends a command with versions from 1. */
  private void command(String id, CommandMode mode, long replaces, Configuration wanted)
      throws Exception {
    long base = firstVersion() - 1;
    long now = Instant.now().getEpochSecond();
    ConfigRequested data =
        new ConfigRequested(
            now,
            id,
            "p-" + id,
            mode,
            base + replaces,
            new Configuration(wanted.policy(), base + wanted.version()),
            ContentHash.of(wanted.policy(), base + replaces, CLUSTER),
            now + VALID_SECONDS,
            "slow",
            null);
    byte[] value =
        new EventCodec()
            .encodeStructured(GnomonEvent.of(CLUSTER, id, EventData.NONE, null, data))
            .value();
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      ProducerRecord<String, byte[]> record =
          new ProducerRecord<>(Topic.COMMANDS.named(), CLUSTER, value);
      String signature = SigningKeys.parse("test", BridgeProcess.KEY).sign(value);
      record.headers().add(SigningKeys.HEADER, signature.getBytes(StandardCharsets.US_ASCII));
      producer.send(record).get();
    }
  }

  private String submit(String arguments) throws Exception {
    return slurm.shell("sbatch --parsable -o /dev/null " + arguments).strip();
  }

  private void isMirrored() {
    await("the mirror is squeue", () -> slurm.queue().equals(reported.read().now()));
  }

  private void hasToldEachEventOnce() throws Exception {
    assertThat(bridge.terminate()).isTrue();
    List<Long> numbers =
        reported.read().events().stream().map(event -> event.envelope().sequence()).toList();
    assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
  }

  private String partitions() throws Exception {
    return slurm.run("sinfo", "-h", "-a", "-o", "%R %l %D");
  }

  @Test
  @Tag("minutes")
  void throughTheEndOfEachNothingIsLostAndNothingDoneTwice() throws Exception {
    submit("-n 32 -t 2 --wrap 'sleep 600'");
    String waiting = submit("-n 4 -t 5 --wrap 'sleep 600'");
    isMirrored();

    command("x", CommandMode.APPLY, 1, new Configuration(QUEUES, 2));
    await("answered", () -> answers("x").size() == 1);
    assertThat(counted(reported.ofType(ConfigApplied.class).get(0)))
        .isEqualTo(new Configuration(QUEUES, 2));
    assertThat(partitions()).contains("gnomon1 9:00 8", "gnomon2 1-00:00:00 4");
    assertThat(slurm.run("squeue", "-h", "-j", waiting, "-o", "%P")).contains("gnomon1");

    // the bridge is killed; jobs come and a command comes again meanwhile
    bridge.kill();
    submit("-n 4 -t 20 --wrap 'sleep 600'");
    command("x", CommandMode.APPLY, 1, new Configuration(QUEUES, 2));
    command("late", CommandMode.APPLY, 1, new Configuration("easy", 3));
    bridge.start();
    await("refused", () -> answers("late").size() == 1);
    isMirrored();

    // Kafka is away for half a minute while Slurm goes on, and slurmctld is killed meanwhile
    kafka.stop();
    submit("-n 4 -t 3 --wrap 'sleep 600'");
    slurm.run("scancel", waiting);
    Awaitility.await()
        .pollDelay(AWAY.dividedBy(2))
        .atMost(AWAY)
        .until(() -> slurm.queue().size() > 1);
    slurm.killController();
    slurm.startController();
    submit("-n 4 -t 3 --wrap 'sleep 600'");
    Awaitility.await().pollDelay(AWAY.dividedBy(2)).atMost(AWAY).until(bridge::isAlive);
    kafka.resume();
    isMirrored();

    // slurmctld is away; what it had not saved it has forgotten, and it counts on from there
    submit("-n 4 -t 4 --wrap 'sleep 600'");
    slurm.killController();
    await("seen", () -> bridge.logged().contains("DEGRADED"));
    slurm.startController();
    submit("-n 2 -t 4 --wrap 'sleep 600'");
    isMirrored();

    command("back", CommandMode.ROLLBACK, 2, new Configuration("easy", 3));
    await("rolled back", () -> answers("back").size() == 1);
    await("tidied", () -> !partitions().contains("gnomon"));
    assertThat(reported.ofType(ConfigApplied.class)).hasSize(2);
    assertThat(reported.ofType(ConfigRejected.class)).hasSize(1);
    hasToldEachEventOnce();
  }

  /** What the bridge says of a Slurm that cannot be read, and that it does nothing then. */
  private void isDegraded(String flag, String id, String words) throws Exception {
    String before = partitions();
    int told1 = reported.read().ofType(ClockAdvanced.class).size();
    Files.createFile(bin.resolve(flag));
    await(
        "degraded",
        () ->
            reported.read().ofType(ClockAdvanced.class).stream()
                .skip(told1)
                .anyMatch(clock -> String.valueOf(clock.problem()).contains(words)));
    command(id, CommandMode.APPLY, 1, new Configuration(QUEUES, 2));
    await("refused", () -> answers(id).size() == 1);
    assertThat(answers(id))
        .singleElement()
        .isInstanceOfSatisfying(
            ConfigRejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(ConfigRejectReason.FAILED);
              assertThat(rejected.detail()).contains("does not answer");
            });
    assertThat(partitions()).isEqualTo(before);
    Files.delete(bin.resolve(flag));
    submit("-n 4 -t 5 --wrap 'sleep 600'");
    isMirrored();
    assertThat(
            reported
                .ofType(ClockAdvanced.class)
                .get(reported.ofType(ClockAdvanced.class).size() - 1))
        .extracting(ClockAdvanced::problem)
        .isNull();
  }

  @Test
  void aSlurmThatAnswersTooLateOrNonsenseIsToldOfAndNothingIsChangedInIt() throws Exception {
    submit("-n 32 -t 2 --wrap 'sleep 600'");
    isMirrored();
    isDegraded("broken", "a", "cannot parse the output of squeue --json");
    isDegraded("slow", "b", "squeue");
    hasToldEachEventOnce();
  }

  @Test
  @Tag("minutes")
  void killedAtAnyStepOfAChangeItIsDoneOnceAndWhole() throws Exception {
    submit("-n 32 -t 2 --wrap 'sleep 600'");
    String short5 = submit("-n 4 -t 5 --wrap 'sleep 600'");
    String long60 = submit("-n 4 -t 60 --wrap 'sleep 600'");
    isMirrored();
    String before = partitions();
    long version = 1;
    int step = 0;
    int killed = -1;
    while (killed < kills().size()) {
      killed = kills().size();
      step++;
      Files.writeString(bin.resolve("kill"), step + "\n");
      change("do" + step, CommandMode.APPLY, version, QUEUES);
      assertThat(partitions())
          .as("killed in place of call %d", step)
          .contains("gnomon1 9:00 8", "gnomon2 1-00:00:00 4");
      assertThat(slurm.run("squeue", "-h", "-j", short5, "-o", "%P")).contains("gnomon1");
      assertThat(slurm.run("squeue", "-h", "-j", long60, "-o", "%P")).contains("gnomon2");

      Files.writeString(bin.resolve("kill"), step + "\n");
      change("undo" + step, CommandMode.ROLLBACK, version + 1, "easy");
      awaitOfBridges("tidied", () -> partitions().equals(before));
      assertThat(slurm.run("squeue", "-h", "-t", "PD", "-o", "%P")).doesNotContain("gnomon");
      version += 2;
    }
    assertThat(kills())
        .as("%d steps", step)
        .anyMatch(line -> line.startsWith("create PartitionName=gnomon1"))
        .anyMatch(line -> line.startsWith("create PartitionName=gnomon2"))
        .anyMatch(line -> line.startsWith("update JobId="))
        .anyMatch(line -> line.startsWith("--all show partition"))
        .anyMatch(line -> line.startsWith("update PartitionName="));
    isMirrored();
    hasToldEachEventOnce();
  }

  /** Has a command carried out, by as many bridges as it takes. */
  private void change(String id, CommandMode mode, long version, String policy) throws Exception {
    Configuration wanted = new Configuration(policy, version + 1);
    command(id, mode, version, wanted);
    await("answered or killed", () -> !bridge.isAlive() || answers(id).size() == 1);
    Files.deleteIfExists(bin.resolve("kill"));
    Files.deleteIfExists(bin.resolve("counting"));
    if (!bridge.isAlive()) {
      command(id, mode, version, wanted);
    }
    awaitOfBridges("answered", () -> answers(id).size() == 1);
    assertThat(answers(id))
        .singleElement()
        .isInstanceOfSatisfying(
            ConfigApplied.class, applied -> assertThat(counted(applied)).isEqualTo(wanted));
  }

  /** What was called in whose place a bridge was killed. */
  private List<String> kills() throws IOException {
    Path kills = bin.resolve("killed");
    return Files.exists(kills) ? Files.readAllLines(kills) : List.of();
  }

  /** The same as await, by as many bridges as it takes: one may be killed after its answer, too. */
  private void awaitOfBridges(String what, Callable<Boolean> is) {
    await(
        what,
        () -> {
          if (!bridge.isAlive()) {
            bridge.start();
          }
          return is.call();
        });
  }
}
