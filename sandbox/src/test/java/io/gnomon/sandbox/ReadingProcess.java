package io.gnomon.sandbox;

import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.ReceivedCommand;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.bridge.slurm.notify.JobcompTopic;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.replay.DecisionId;
import io.gnomon.controller.replay.TopicRecording;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A reader of topics as a process of its own that ends at the first lack of memory: a bridge, the
 * jobcomp topic of a bridge, or a replay. It prints what it has found.
 */
final class ReadingProcess {
  private static final Duration POLL = Duration.ofMillis(200);

  private ReadingProcess() {}

  /** Runs a reader with a heap of 256 MiB to its end and returns what it printed. */
  static String run(String bootstrapServers, String reader, String argument) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ReadingProcess.class.getName(),
                bootstrapServers,
                reader,
                argument)
            .redirectErrorStream(true)
            .start();
    try (var output = process.inputReader()) {
      process
          .onExit()
          .orTimeout(2, TimeUnit.MINUTES)
          .whenComplete((ended, late) -> process.destroyForcibly());
      return String.join("\n", output.lines().toList());
    }
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> kafka = Map.of("bootstrap.servers", arguments[0]);
    switch (arguments[1]) {
      case "bridge" -> bridge(kafka, arguments[2]);
      case "jobcomp" -> jobcomp(kafka, arguments[2]);
      case "replay" -> replay(kafka, arguments[2]);
      default -> throw new IllegalArgumentException("there is no reader " + arguments[1]);
    }
  }

  /** Finds the number of the last event, and reads until there is a command. */
  private static void bridge(Map<String, String> kafka, String name) {
    EmulatedCluster cluster =
        new EmulatedCluster(JobLog.builder().job(1, 10, 5, 5, 1).build(), 8, 0);
    try (KafkaBridge bridge =
        new KafkaBridge(
            name,
            cluster,
            CommandLedger.NONE,
            kafka,
            Topic.DEFAULT_PREFIX,
            CommandAuthenticator.ANY,
            null)) {
      List<ReceivedCommand> found = List.of();
      while (found.isEmpty()) {
        found = bridge.commands().poll(POLL);
      }
      System.out.println("found " + found.get(0).event().envelope().id());
      bridge.runner().start();
    }
  }

  /** Reads until there is a record of jobcomp/kafka. */
  private static void jobcomp(Map<String, String> kafka, String name) {
    try (JobcompTopic topic = new JobcompTopic(kafka, name, System.currentTimeMillis() / 1000)) {
      long records = 0;
      do {
        records += topic.drain();
      } while (records == topic.unreadable());
      System.out.println("found a job after " + topic.unreadable() + " others");
    }
  }

  /** Reads the decisions, checkpoints and events that a replay reads. */
  private static void replay(Map<String, String> kafka, String decision) throws IOException {
    ControlSettings settings = ControllerKeys.read(ControllerKeys.loader().load()).control();
    TopicRecording recording =
        new TopicRecording(kafka, new TopicNames(Topic.DEFAULT_PREFIX), null);
    DecisionId id = DecisionId.parse(decision);
    recording.audit(id.cluster());
    recording.before(id, settings);
    long[] events = {0};
    recording.events(id.cluster(), 0, id.offset(), (offset, timestamp, event) -> events[0]++);
    System.out.println("found " + events[0] + " events");
  }
}
