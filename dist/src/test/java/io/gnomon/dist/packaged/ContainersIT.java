package io.gnomon.dist.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.dist.packaged.Boxes.Box;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.TopicReader;
import io.gnomon.sandbox.TunedCluster;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;

/**
 * The image against a broker on a container network, both taken through pause, disconnection and
 * restart: every week has one decision, every command is carried out once.
 */
@Tag("image")
class ContainersIT {
  private static final int PROCESSORS = 128;
  private static final String CLUSTER = "boxed";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration A_WHILE = Duration.ofSeconds(3);

  @TempDir private Path libraries;

  private final JobLog log =
      new Preparation(PROCESSORS, OverrunRule.KNOWN)
          .prepare(WorkloadGenerator.generate(2_400, PROCESSORS, 0.6, 1))
          .log();

  /** What is done in the middle of a week. */
  private interface Blow {
    void strike() throws Exception;
  }

  @Test
  void nothingIsLostOrRepeatedWhateverHappensToTheContainers() throws Exception {
    Path image = Path.of(System.getProperty("gnomon.root"), "dist/target/gnomon-image.tar");
    Assumptions.assumeTrue(Files.exists(image), "no image was built; -Pimage builds it");
    Assumptions.assumeTrue(
        DockerClientFactory.instance().isDockerAvailable(), "no Docker engine answers");
    String name = "gnomon:" + System.getProperty("gnomon.version");
    try (Boxes boxes = new Boxes(image)) {
      try {
        boxes.startBroker(name, libraries);
        createTopics(boxes.bootstrapServers());
        boxes.startController(
            name,
            "tuning.mode=apply",
            "tuning.search=partitions",
            "tuning.threshold=50",
            "guard.min-gain=0",
            "guard.significance=0",
            "guard.fidelity-jobs=0");
        assertThat(run(boxes)).as("commands that came again").isZero();
      } catch (Exception | AssertionError e) {
        System.out.println(boxes.logs());
        throw e;
      }
      eachCommandWasDecidedSentAndAppliedOnce(boxes.bootstrapServers());
    }
  }

  private static void eachCommandWasDecidedSentAndAppliedOnce(String bootstrapServers) {
    List<GnomonEvent> decisions = TopicReader.everything(bootstrapServers, Topic.DECISIONS);
    List<String> decided =
        of(decisions, DecisionRecorded.class)
            .map(DecisionRecorded::command)
            .filter(Objects::nonNull)
            .toList();
    List<String> commanded =
        TopicReader.everything(bootstrapServers, Topic.COMMANDS).stream()
            .map(command -> command.envelope().id())
            .toList();
    List<String> applied =
        of(TopicReader.everything(bootstrapServers, Topic.EVENTS), ConfigApplied.class)
            .map(ConfigApplied::command)
            .toList();

    assertThat(decided).isNotEmpty();
    assertThat(commanded).containsExactlyElementsOf(decided);
    assertThat(applied).containsExactlyElementsOf(decided);
    assertThat(of(decisions, DecisionRecorded.class).map(DecisionRecorded::at))
        .doesNotHaveDuplicates();
  }

  private static <T> Stream<T> of(List<GnomonEvent> events, Class<T> type) {
    return events.stream().map(GnomonEvent::data).filter(type::isInstance).map(type::cast);
  }

  private long run(Boxes boxes) throws Exception {
    List<Blow> blows =
        List.of(
            () -> pause(boxes, Box.BROKER),
            () -> pause(boxes, Box.CONTROLLER),
            () -> disconnect(boxes, Box.BROKER),
            () -> disconnect(boxes, Box.CONTROLLER),
            () -> boxes.restart(Box.BROKER),
            () -> boxes.restart(Box.CONTROLLER));
    try (TunedCluster tuned =
        new TunedCluster(
            boxes.bootstrapServers(),
            "gnomon",
            CLUSTER,
            TunedCluster.emulated(log, PROCESSORS),
            PATIENCE)) {
      int week = 0;
      while (!tuned.cluster().done()) {
        int now = week++;
        tuned.week(
            (running, end) -> {
              running.runUntil((running.cluster().state().now() + end) / 2);
              running.runner().flush();
              if (now > 0 && now <= blows.size()) {
                strike(blows.get(now - 1));
              }
              running.runUntil(end);
            });
        tuned.applyCommands();
      }
      assertThat(week).isGreaterThan(blows.size());
      tuned.runner().flush();
      return tuned.runner().duplicateCommands();
    }
  }

  private static void strike(Blow blow) {
    try {
      blow.strike();
    } catch (Exception e) { // the declared type of Blow.strike
      throw new AssertionError("a container did not obey", e);
    }
  }

  private static void pause(Boxes boxes, Box box) {
    boxes.pause(box);
    letTimePass();
    boxes.unpause(box);
  }

  private static void disconnect(Boxes boxes, Box box) {
    boxes.disconnect(box);
    letTimePass();
    boxes.connect(box);
  }

  private static void letTimePass() {
    await().pollDelay(A_WHILE).until(() -> true);
  }

  private static void createTopics(String bootstrapServers) {
    await("topics")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
                admin.createTopics(DemoTopics.all("gnomon", 1)).all().get();
                return true;
              }
            });
  }
}
