package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.events.ClusterDeclared;
import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.CommandMode;
import io.gnomon.events.ConfigApplied;
import io.gnomon.events.ConfigRejected;
import io.gnomon.events.ConfigRequested;
import io.gnomon.events.Configuration;
import io.gnomon.events.ContentHash;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.Recorded;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bridge as a process of its own between a real Slurm and a real broker, through the end of
 * each of the three: no event is lost or told twice, no command is carried out twice.
 */
@Tag("slurm")
class SlurmLoopIT {
  private static final String CLUSTER = "real";
  private static final String QUEUES = "multi-queue(boundaries=600/86400, partitions=2)";
  private static final long FAR = 4_000_000_000L;

  @TempDir private Path folder;
  @TempDir private Path state;
  private RealSlurm slurm;
  private EmbeddedKafka kafka;
  private Process bridge;

  private void startBridge() throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.gnomon.bridge.slurm.Slurm",
                "slurm"));
    for (String setting :
        List.of(
            "kafka.bootstrap.servers=" + kafka.bootstrapServers(),
            "slurm.conf=" + slurm.conf(),
            "slurm.interval=1s",
            "slurm.spool=" + slurm.hooks(),
            "slurm.apply=apply",
            "slurm.lua=" + folder.resolve("gnomon.lua"),
            "slurm.include=" + folder.resolve("gnomon.conf"),
            "state=" + state)) {
      line.addAll(List.of("--set", setting));
    }
    bridge =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(state.resolve("log").toFile()))
            .start();
  }

  private void killBridge() {
    bridge.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  private List<GnomonEvent> told() {
    return Recorded.everything(kafka.bootstrapServers(), Topic.EVENTS);
  }

  private <T extends EventData> List<T> told(Class<T> type) {
    return told().stream().map(GnomonEvent::data).filter(type::isInstance).map(type::cast).toList();
  }

  private static void await(String what, Callable<Boolean> is) {
    Awaitility.await(what)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(250))
        .until(is);
  }

  private void command(String id, CommandMode mode, long replaces, Configuration wanted)
      throws Exception {
    ConfigRequested data =
        new ConfigRequested(
            0,
            id,
            "p-" + id,
            mode,
            replaces,
            wanted,
            ContentHash.of(wanted.policy(), replaces, CLUSTER),
            FAR,
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
      producer.send(new ProducerRecord<>(Topic.COMMANDS.named(), CLUSTER, value)).get();
    }
  }

  private String submit(String arguments) throws Exception {
    return slurm.shell("sbatch --parsable -o /dev/null " + arguments).strip();
  }

  private String squeue() throws Exception {
    TreeSet<String> jobs = new TreeSet<>();
    slurm
        .run("squeue", "-h", "-a", "-t", "PD,R,CF", "-O", "JobID:|,State:|,NumCPUs:|,StartTime:|")
        .lines()
        .map(line -> line.split("\\|", -1))
        .forEach(field -> jobs.add(field[0] + (field[1].equals("PENDING") ? "" : "@" + field[3])));
    return String.join(" ", jobs);
  }

  private String mirrored() throws Exception {
    Mirror mirror = null;
    for (GnomonEvent event : told()) {
      if (event.data() instanceof ClusterDeclared declared) {
        if (mirror == null) {
          mirror =
              new Mirror(declared.timeOrigin(), declared.processors(), new MirrorListener() {});
        }
      } else if (event.data() instanceof ClusterSnapshot snapshot) {
        mirror.replace(snapshot);
      } else {
        mirror.apply(event.data());
      }
    }
    Mirror last = mirror;
    ClusterState at = last.state();
    TreeSet<String> jobs = new TreeSet<>();
    at.forEachActive(
        slot ->
            jobs.add(
                last.name(slot)
                    + (at.phase(slot) == JobPhase.RUNNING
                        ? "@" + (last.origin() + at.startTime(slot))
                        : "")));
    return String.join(" ", jobs);
  }

  private void isMirrored() {
    await("the mirror is squeue", () -> squeue().equals(mirrored()));
  }

  @Test
  void throughTheEndOfEachNothingIsLostAndNothingDoneTwice() throws Exception {
    slurm = RealSlurm.start(folder, 8, 4);
    try (RealSlurm closed = slurm;
        EmbeddedKafka broker = EmbeddedKafka.start()) {
      kafka = broker;
      kafka.createTopics(DemoTopics.all(Topic.DEFAULT_PREFIX, 1));
      startBridge();
      await("declared", () -> !told(ClusterSnapshot.class).isEmpty());
      submit("-n 32 -t 2 --wrap 'sleep 600'");
      String waiting = submit("-n 4 -t 5 --wrap 'sleep 600'");
      isMirrored();

      command("x", CommandMode.APPLY, 1, new Configuration(QUEUES, 2));
      await("answered", () -> told(ConfigApplied.class).size() == 1);
      assertThat(told(ConfigApplied.class).get(0).configuration())
          .isEqualTo(new Configuration(QUEUES, 2));
      assertThat(slurm.run("sinfo", "-h", "-o", "%R %l %D"))
          .contains("gnomon1 9:00 8", "gnomon2 1-00:00:00 4");
      assertThat(slurm.run("squeue", "-h", "-j", waiting, "-o", "%P")).contains("gnomon1");

      // the bridge is killed; jobs come and a command comes again meanwhile
      killBridge();
      submit("-n 4 -t 20 --wrap 'sleep 600'");
      command("x", CommandMode.APPLY, 1, new Configuration(QUEUES, 2));
      command("late", CommandMode.APPLY, 1, new Configuration("easy", 3));
      startBridge();
      await("refused", () -> told(ConfigRejected.class).size() == 1);
      isMirrored();

      // Kafka is away while Slurm goes on
      kafka.stop();
      submit("-n 4 -t 3 --wrap 'sleep 600'");
      slurm.run("scancel", waiting);
      Awaitility.await().pollDelay(Duration.ofSeconds(8)).until(() -> bridge.isAlive());
      kafka.resume();
      isMirrored();

      // slurmctld is away
      slurm.stopController();
      Awaitility.await().pollDelay(Duration.ofSeconds(3)).until(() -> bridge.isAlive());
      slurm.startController();
      submit("-n 4 -t 4 --wrap 'sleep 600'");
      isMirrored();

      command("back", CommandMode.ROLLBACK, 2, new Configuration("easy", 3));
      await("rolled back", () -> told(ConfigApplied.class).size() == 2);
      await("tidied", () -> !slurm.run("sinfo", "-h", "-a", "-o", "%R").contains("gnomon"));
      assertThat(told(ConfigRejected.class)).hasSize(1);

      bridge.destroy();
      assertThat(bridge.waitFor(20, TimeUnit.SECONDS)).isTrue();
      List<Long> numbers = told().stream().map(event -> event.envelope().sequence()).toList();
      assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
    } finally {
      if (bridge != null) {
        bridge.destroyForcibly();
      }
    }
  }
}
