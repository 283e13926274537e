package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.replay.Comparison;
import io.gnomon.controller.replay.FileRecording;
import io.gnomon.controller.replay.Replay;
import io.gnomon.controller.replay.ReplayedDecision;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.NoChangeReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays of decisions from recorded files. */
class ReplayTest {
  private static final int JOBS = 700;

  @TempDir private Path folder;

  /** A controller with incomplete studies, an abandoned first backtest, and operations. */
  private static ControllerTestDriver eventful(long seed) throws OperationRejectedException {
    return eventful(seed, ObedientScheduler.looking(Mode.APPROVE));
  }

  private static ControllerTestDriver eventful(long seed, ControllerTestDriver live)
      throws OperationRejectedException {
    live.withEvaluations(DeadlineTest.cutShort(seed));
    int[] backtests = {0};
    live.withBacktests((offset, backtest) -> backtests[0]++ == 0 ? null : backtest.run());
    List<EventData> story =
        ObedientScheduler.run(seed, JOBS, ObedientScheduler.looking(Mode.OBSERVE));
    for (int i = 0; i < story.size(); i++) {
      live.send(story.get(i));
      Proposal proposal = live.controller().proposal();
      if (i == JOBS) {
        live.operate(new Operation.SetMode(Mode.RECOMMEND));
      } else if (proposal != null && i % 3 == 0) {
        live.operate(new Operation.Reject(proposal.id()));
      }
    }
    assertThat(backtests[0]).isPositive();
    return live;
  }

  /** What was recorded, with offsets as a console consumer writes them, and between them others. */
  private FileRecording recorded(ControllerTestDriver live) throws IOException {
    EventCodec codec = new EventCodec();
    List<String> events = new ArrayList<>();
    for (int i = 0; i < live.sent.size(); i++) {
      GnomonEvent event = live.sent.get(i);
      long timestamp = 1000 * event.data().at();
      events.add("CreateTime:" + timestamp + "\tOffset:" + i + "\t" + json(codec, event));
    }
    events.add(3, "Offset:3\t{\"specversion\": \"1.0\"}");
    List<String> decisions = new ArrayList<>();
    for (EventData said : live.said) {
      if (said instanceof DecisionRecorded || said instanceof OperatorRecorded) {
        decisions.add(
            json(
                codec,
                GnomonEvent.of(
                    ControllerTestDriver.CLUSTER, "a" + decisions.size(), -1, null, said)));
      }
    }
    Path eventFile = Files.write(folder.resolve("events.txt"), events);
    return new FileRecording(eventFile, Files.write(folder.resolve("decisions.jsonl"), decisions));
  }

  private static String json(EventCodec codec, GnomonEvent event) {
    return new String(codec.encodeStructured(event).value(), StandardCharsets.UTF_8);
  }

  private static ReplayedDecision again(
      DecisionRecorded decision, FileRecording recording, ControlSettings settings)
      throws IOException {
    return ReplayedDecision.make(
        decision.decision(),
        recording,
        settings,
        Runnable::run,
        false,
        ReplayedDecision.Watcher.NONE);
  }

  @Test
  void aFileHasTheTimestampsOfItsRecords() throws Exception {
    ControllerTestDriver live = eventful(1);
    List<Long> timestamps = new ArrayList<>();
    recorded(live)
        .events(
            ControllerTestDriver.CLUSTER,
            0,
            live.offset() - 1,
            (offset, timestamp, event) -> timestamps.add(timestamp));

    assertThat(timestamps)
        .isEqualTo(live.sent.stream().map(event -> 1000 * event.data().at()).toList());
  }

  @Test
  void aStudyThatARequestEndsIsRepeatedAtTheNextEventAndByAReplay() throws Exception {
    ControllerTestDriver live = ObedientScheduler.looking(Mode.APPROVE);
    live.withAbandoned(NoChangeReason.STUDY_INTERRUPTED);
    int[] studies = {0};
    long[] interrupted = {-1};
    live.withEvaluations(
        (offset, evaluation) -> {
          if (evaluation.hasStudy() && ++studies[0] == 5) {
            interrupted[0] = offset;
            return null;
          }
          return evaluation.run();
        });
    for (EventData event :
        ObedientScheduler.run(1, JOBS, ObedientScheduler.looking(Mode.OBSERVE))) {
      live.send(event);
      if (live.offset() == interrupted[0] + 1) {
        live.operate(new Operation.SetMode(Mode.RECOMMEND));
      }
    }

    List<DecisionRecorded> decisions = live.decisions();
    DecisionRecorded first = firstInterrupted(decisions);
    DecisionRecorded again = decisions.get(decisions.indexOf(first) + 1);
    assertThat(again.alternatives()).as("the study that follows at once").isNotEmpty();
    assertThat(again.at() - first.at()).isLessThan(live.settings().tuning().periodSeconds() / 2);
    assertThat(live.operations().get(0).offset()).isEqualTo(interrupted[0] + 1);
    assertLastIsRepeated(live);
  }

  private static DecisionRecorded firstInterrupted(List<DecisionRecorded> decisions) {
    return decisions.stream()
        .filter(decision -> decision.reason() == DecisionReason.STUDY_INTERRUPTED)
        .findFirst()
        .orElseThrow();
  }

  private void assertLastIsRepeated(ControllerTestDriver live) throws Exception {
    List<DecisionRecorded> decisions = live.decisions();
    DecisionRecorded last = decisions.get(decisions.size() - 1);
    ReplayedDecision replayed = again(last, recorded(live), live.controller().settings());
    assertThat(replayed.comparison().differences()).isEmpty();
    assertThat(replayed.unrecorded()).isZero();
    assertThat(replayed.firstDifferent()).isNull();
  }

  @Test
  void anEvaluationOfThePastThatARequestEndsIsRepeatedAtTheNextEventAndByAReplay()
      throws Exception {
    ControllerTestDriver live =
        ObedientScheduler.looking(
            Mode.APPROVE, GuardRails.NONE, StudyDesign.SAMPLED, new FidelitySettings(3000, 5, 2));
    live.withAbandoned(NoChangeReason.STUDY_INTERRUPTED);
    int[] comparisons = {0};
    live.withEvaluations(
        (offset, evaluation) ->
            !evaluation.hasStudy() && ++comparisons[0] == 3 ? null : evaluation.run());
    for (EventData event :
        ObedientScheduler.run(1, JOBS, ObedientScheduler.looking(Mode.OBSERVE))) {
      live.send(event);
      if (live.offset() == JOBS) {
        live.operate(new Operation.BeginFreeze(EventData.NONE, EventData.NONE));
      }
    }

    List<DecisionRecorded> decisions = live.decisions();
    DecisionRecorded first = firstInterrupted(decisions);
    DecisionRecorded again = decisions.get(decisions.indexOf(first) + 1);
    assertThat(compared(first)).isFalse();
    assertThat(again.at() - first.at()).isLessThan(live.settings().tuning().periodSeconds() / 2);
    assertLastIsRepeated(live);
  }

  @Test
  void decisionsOfIncompleteStudiesEqualTheirRecords() throws Exception {
    ControllerTestDriver live = eventful(1);
    FileRecording recording = recorded(live);
    List<DecisionRecorded> decisions = live.decisions();
    DecisionRecorded cut =
        decisions.stream()
            .filter(decision -> decision.extent() != null && !decision.extent().complete())
            .reduce((former, latter) -> latter)
            .orElseThrow();
    DecisionRecorded last = decisions.get(decisions.size() - 1);
    assertThat(last.backtestAbandonedAt()).isNotNegative();

    for (DecisionRecorded decision : List.of(cut, last)) {
      ReplayedDecision again = again(decision, recording, live.controller().settings());

      assertThat(again.comparison().differences()).isEmpty();
      assertThat(again.unrecorded()).isZero();
      assertThat(again.others()).isEqualTo(decisions.indexOf(decision));
      assertThat(again.firstDifferent()).isNull();
    }
  }

  @Test
  void comparisonsOfTheModelAreRepeatedWithTheTrustThatTheyLeadTo() throws Exception {
    ControllerTestDriver live =
        eventful(
            1,
            ObedientScheduler.looking(
                Mode.APPROVE,
                GuardRails.NONE,
                StudyDesign.SAMPLED,
                new FidelitySettings(3000, 5, 2)));
    List<DecisionRecorded> decisions = live.decisions();
    assertThat(decisions)
        .as("compared with a study, and without")
        .anyMatch(ReplayTest::compared)
        .anyMatch(decision -> compared(decision) && decision.extent() == null);
    assertThat(decisions.stream().map(decision -> decision.fidelity().trusted()).distinct())
        .containsExactlyInAnyOrder(true, false);

    ReplayedDecision again =
        again(decisions.get(decisions.size() - 1), recorded(live), live.controller().settings());

    assertThat(again.comparison().differences()).isEmpty();
    assertThat(again.firstDifferent()).isNull();
    assertThat(again.others()).isEqualTo(decisions.size() - 1);
  }

  private static boolean compared(DecisionRecorded decision) {
    return decision.fidelity().comparedSeconds() != EventData.NONE;
  }

  @Test
  void anotherConfigurationIsReportedAtTheFirstDifferentDecision() throws Exception {
    ControllerTestDriver live = eventful(1);
    ControlSettings then = live.controller().settings();
    ControlSettings other = new ControlSettings(Mode.OBSERVE, 500, then.tuning());
    List<DecisionRecorded> decisions = live.decisions();
    DecisionRecorded proposed =
        decisions.stream()
            .filter(decision -> decision.proposal() != null)
            .findFirst()
            .orElseThrow();

    ReplayedDecision again = again(proposed, recorded(live), other);

    assertThat(again.firstDifferent()).isNull();
    assertThat(again.comparison().differences())
        .extracting(Comparison.Difference::field)
        .containsExactly("outcome", "proposal", "reason");
    assertThatThrownBy(() -> again(decisions.get(decisions.size() - 1), recorded(live), other))
        .hasMessageContaining("cannot be repeated");
  }

  @Test
  void aStudyInsteadOfAWarmUpIsReportedAsADifference() throws Exception {
    ControllerTestDriver live =
        ObedientScheduler.looking(
            Mode.OBSERVE, new GuardRails(30 * 3600, 0, 0, 0, 0, Integer.MAX_VALUE));
    ObedientScheduler.run(1, 500, live);
    List<DecisionRecorded> cold =
        live.decisions().stream()
            .filter(decision -> decision.reason() == DecisionReason.NOT_WARM)
            .toList();
    assertThat(cold).hasSizeGreaterThan(20);
    ControlSettings warm = ObedientScheduler.looking(Mode.OBSERVE).controller().settings();

    ReplayedDecision again = again(cold.get(cold.size() - 1), recorded(live), warm);

    assertThat(again.comparison().equal()).isFalse();
    assertThat(again.unrecorded()).isEqualTo(again.studies()).isEqualTo(cold.size());
    assertThat(again.firstDifferent()).isEqualTo(cold.get(0).decision());
  }

  @Test
  void eventsThatEndBeforeTheDecisionAreReportedAsMissing() throws Exception {
    ControllerTestDriver live = eventful(1);
    FileRecording recording = recorded(live);
    List<String> events = Files.readAllLines(recording.events());
    Files.write(recording.events(), events.subList(0, events.size() / 2));
    List<DecisionRecorded> decisions = live.decisions();
    DecisionRecorded last = decisions.get(decisions.size() - 1);

    assertThatThrownBy(() -> again(last, recording, live.controller().settings()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("events.txt has no event of 'c' at offset")
        .hasMessageEndingWith("Lines that could not be decoded: 1");
  }

  @Test
  void aFileThatCannotBeDecompressedIsNamed() throws Exception {
    ControllerTestDriver live = eventful(1);
    FileRecording recording = recorded(live);
    Path plain = folder.resolve("plain.gz");
    Files.copy(recording.events(), plain);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      Files.copy(recording.events(), out);
    }
    Path whole = Files.write(folder.resolve("whole.gz"), packed.toByteArray());
    Path torn =
        Files.write(
            folder.resolve("torn.gz"), Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
    DecisionRecorded first = live.decisions().get(0);
    ControlSettings settings = live.controller().settings();

    assertThat(
            again(first, new FileRecording(whole, recording.decisions()), settings)
                .comparison()
                .equal())
        .isTrue();
    for (Path bad : List.of(plain, torn, folder)) {
      assertThatThrownBy(
              () -> again(first, new FileRecording(bad, recording.decisions()), settings))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(bad + " cannot be read: ");
    }
  }

  @Test
  void aRecordWithAPolicyThatCannotBeReadIsNamed() throws Exception {
    ControllerTestDriver live = eventful(1);
    FileRecording recording = recorded(live);
    String decisions = Files.readString(recording.decisions());
    Files.writeString(
        recording.decisions(), decisions.replace("easy(order=shortest)", "easy(order"));
    DecisionRecorded last = live.decisions().get(live.decisions().size() - 1);

    assertThatThrownBy(() -> again(last, recording, live.controller().settings()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("decisions.jsonl: the record of c-d")
        .hasMessageContaining("that this version cannot read");
  }

  @Test
  void aMissingRecordOfADecisionIsReported() throws Exception {
    ControllerTestDriver live = eventful(2);
    FileRecording recording = recorded(live);

    assertThatThrownBy(
            () ->
                ReplayedDecision.make(
                    "c-d999999",
                    recording,
                    live.controller().settings(),
                    Runnable::run,
                    false,
                    ReplayedDecision.Watcher.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("c-d999999")
        .hasMessageContaining("among the " + live.decisions().size() + " decisions of 'c' in ")
        .hasMessageEndingWith("decisions.jsonl");
  }

  @Test
  void theCommandReportsWrongUsage() {
    assertThat(Replay.commandLine().execute("nonsense")).isEqualTo(2);
    assertThat(Replay.commandLine().execute()).isEqualTo(2);
    assertThat(Replay.commandLine().execute("c-d1", "--events", "/nowhere")).isEqualTo(2);
    assertThat(
            Replay.commandLine().execute("c-d1", "--events", "/nowhere", "--decisions", "/nowhere"))
        .isEqualTo(2);
    String aFolder = folder.toString();
    assertThat(Replay.commandLine().execute("c-d1", "--events", aFolder, "--decisions", aFolder))
        .isEqualTo(2);
    assertThat(Replay.commandLine().execute("c-d1", "--config", aFolder)).isEqualTo(2);
    assertThat(Replay.commandLine().execute("--help")).isZero();
  }
}
