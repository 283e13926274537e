package io.gnomon.bridge.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.job.JobSuspended;
import io.gnomon.events.machine.ResourceRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueTrackerTest {
  private static final int NONE = EventData.NONE;

  @TempDir private Path folder;

  private QueueTracker tracker = new QueueTracker();
  private final Map<String, Active> active = new LinkedHashMap<>();
  private final Map<String, Ended> ended = new LinkedHashMap<>();
  private int capacity = 16;

  @BeforeEach
  void begin() {
    poll(100);
  }

  private static JobSnapshot job(
      String name, JobState state, long submitted, long started, int width, int ran) {
    return new JobSnapshot(
        name,
        state,
        submitted,
        started,
        new JobDescription(width, 600),
        NONE,
        ran,
        NONE,
        List.of());
  }

  private void is(String name, JobState state, long submitted, long started, int width) {
    active.put(name, new Active(job(name, state, submitted, started, width, 0), 0));
  }

  private void ran(String name, JobState state, long started, int ran, long since) {
    active.put(name, new Active(job(name, state, 110, started, 8, ran), since));
  }

  private void ends(String name, long submitted, long started, long at) {
    active.remove(name);
    ended.put(
        name,
        new Ended(job(name, JobState.RUNNING, submitted, started, 8, 0), at, JobOutcome.COMPLETED));
  }

  private List<EventData> poll(long at) {
    return tracker.advance(
        new QueueObservation(at, capacity, new LinkedHashMap<>(active), ended, List.of()), 0, null);
  }

  private static JobSubmitted submitted(String name, long at, int width) {
    return new JobSubmitted(name, at, new JobDescription(width, 600));
  }

  private static JobSubmitted refused(String name, long at, int width) {
    return new JobSubmitted(name, at, new JobDescription(width, 600), true);
  }

  @Test
  void theFirstPollIsPublishedAsASnapshotWithoutEndedJobs() {
    tracker = new QueueTracker();
    is("1", JobState.RUNNING, 90, 95, 8);
    ends("0", 50, 60, 80);
    List<EventData> published = poll(100);
    assertThat(published).hasSize(1);
    assertThat(((ClusterSnapshot) published.get(0)).jobs())
        .extracting(JobSnapshot::job)
        .containsExactly("1");
    assertThat(poll(105)).containsExactly(new ClockAdvanced(105));
  }

  @Test
  void submissionStartAndEndHaveTheirOwnTimes() {
    is("1", JobState.WAITING, 103, NONE, 8);
    assertThat(poll(105)).containsExactly(submitted("1", 103, 8), new ClockAdvanced(105));
    is("1", JobState.RUNNING, 103, 107, 8);
    assertThat(poll(110)).containsExactly(new JobStarted("1", 107), new ClockAdvanced(110));
    ends("1", 103, 107, 112);
    assertThat(poll(115))
        .containsExactly(new JobFinished("1", 112, JobOutcome.COMPLETED), new ClockAdvanced(115));
    assertThat(poll(120)).containsExactly(new ClockAdvanced(120));
  }

  @Test
  void aJobThatStartedAndEndedBetweenTwoPollsIsPublishedCompletely() {
    ends("1", 101, 102, 104);
    ended.put("2", new Ended(job("2", JobState.RUNNING, 101, NONE, 8, 0), 103, JobOutcome.KILLED));
    assertThat(poll(105))
        .containsExactly(
            submitted("1", 101, 8),
            refused("2", 101, 8),
            new JobStarted("1", 102),
            new JobCancelled("2", 103),
            new JobFinished("1", 104, JobOutcome.COMPLETED),
            new ClockAdvanced(105));
  }

  @Test
  void withinASecondEndsComeBeforeTheStartsThatNeedTheirProcessors() {
    is("1", JobState.RUNNING, 101, 101, 16);
    is("2", JobState.WAITING, 101, NONE, 16);
    poll(105);
    ends("1", 101, 101, 107);
    is("2", JobState.RUNNING, 101, 107, 16);
    assertThat(poll(110))
        .containsExactly(
            new JobFinished("1", 107, JobOutcome.COMPLETED),
            new JobStarted("2", 107),
            new ClockAdvanced(110));
  }

  @Test
  void aChainOfShortJobsWithinOneSecondKeepsWithinTheCapacity() {
    ends("1", 101, 107, 107);
    ended.put("1", new Ended(job("1", JobState.RUNNING, 101, 107, 16, 0), 107, JobOutcome.FAILED));
    ended.put("2", new Ended(job("2", JobState.RUNNING, 101, 107, 16, 0), 107, JobOutcome.FAILED));
    assertThat(poll(110))
        .noneMatch(CapacityChanged.class::isInstance)
        .endsWith(
            new JobStarted("2", 107),
            new JobFinished("2", 107, JobOutcome.FAILED),
            new ClockAdvanced(110));
  }

  @Test
  void capacityThatIsGainedComesFirstAndWhatIsLostLast() {
    capacity = 32;
    is("1", JobState.RUNNING, 101, 102, 32);
    assertThat(poll(105)).startsWith(new CapacityChanged(100, 32, null));
    capacity = 8;
    ends("1", 101, 102, 106);
    assertThat(poll(110))
        .containsExactly(
            new JobFinished("1", 106, JobOutcome.COMPLETED), new CapacityChanged(110, 8, null));
  }

  @Test
  void aHeldJobAndItsReleaseArePublished() {
    is("1", JobState.HELD, 101, NONE, 8);
    assertThat(((JobSubmitted) poll(105).get(0)).held()).isTrue();
    is("1", JobState.WAITING, 101, NONE, 8);
    assertThat(poll(110)).contains(JobModified.held("1", 110, false));
  }

  @Test
  void aRequeuedJobKeepsTheTimeOfItsFirstSubmission() {
    is("1", JobState.RUNNING, 101, 102, 8);
    poll(105);
    active.put("1", new Active(job("1", JobState.HELD, 107, NONE, 8, 0), 107));
    assertThat(poll(110))
        .startsWith(new JobRequeued("1", 107, null), JobModified.held("1", 107, true));
    assertThat(tracker.snapshot(0, null).jobs().get(0).submittedAt()).isEqualTo(101);
  }

  @Test
  void aRequeueAndANewStartBetweenTwoPollsAreBothPublished() {
    is("1", JobState.RUNNING, 101, 102, 8);
    poll(105);
    active.put("1", new Active(job("1", JobState.RUNNING, 107, 109, 8, 0), 107));
    assertThat(poll(110))
        .containsExactly(
            new JobRequeued("1", 107, null), new JobStarted("1", 109), new ClockAdvanced(110));
  }

  @Test
  void suspensionAndResumption() {
    ran("1", JobState.RUNNING, 111, 0, 0);
    poll(120);
    ran("1", JobState.SUSPENDED, 111, 14, 125);
    assertThat(poll(130)).contains(new JobSuspended("1", 125, null));
    ran("1", JobState.RUNNING, 133, 14, 133);
    assertThat(poll(135)).contains(new JobResumed("1", 133, null));
    ran("1", JobState.RUNNING, 142, 20, 142);
    assertThat(poll(145))
        .startsWith(new JobSuspended("1", 139, null), new JobResumed("1", 142, null));
  }

  @Test
  void aResizedRunningJobIsPublishedByASnapshot() {
    is("1", JobState.RUNNING, 101, 102, 8);
    poll(105);
    is("1", JobState.RUNNING, 101, 102, 4);
    List<EventData> published = poll(110);
    assertThat(published.get(published.size() - 1))
        .isEqualTo(tracker.snapshot(published.size() - 1, null));
  }

  @Test
  void jobsThatAreLeftOutStayAsTheyWerePublished() {
    is("1", JobState.RUNNING, 101, 102, 8);
    is("2", JobState.WAITING, 103, NONE, 8);
    poll(105);
    is("1", JobState.RUNNING, 101, 253_402_300_799L, 8);
    active.remove("2");
    QueueObservation withoutTheSecond =
        new QueueObservation(110, capacity, active, ended, List.of(), null, Set.of("2"));
    assertThat(tracker.advance(withoutTheSecond, 0, null)).containsExactly(new ClockAdvanced(110));
    assertThat(tracker.snapshot(0, null).jobs())
        .extracting(JobSnapshot::state)
        .containsExactly(JobState.RUNNING, JobState.WAITING);

    active.clear();
    is("1", JobState.RUNNING, 101, 102, 8);
    is("2", JobState.RUNNING, 103, 108, 8);
    assertThat(poll(115)).containsExactly(new JobStarted("2", 110), new ClockAdvanced(115));
  }

  @Test
  void aPurgedJobEndsWithoutAnOutcome() {
    is("1", JobState.RUNNING, 101, 102, 8);
    is("2", JobState.WAITING, 101, NONE, 8);
    poll(105);
    active.clear();
    assertThat(poll(900))
        .contains(new JobFinished("1", 900, JobOutcome.UNKNOWN), new JobCancelled("2", 900));
  }

  @Test
  void aKilledBridgeContinuesWithTheFirstEventThatIsNotOnTheTopic() throws Exception {
    TrackerFile file = new TrackerFile(folder.resolve("queue"), "c");
    assertThat(file.read().tracker().hasStarted()).isFalse();
    is("1", JobState.RUNNING, 101, 102, 8);
    ends("0", 101, 101, 103);
    List<EventData> step = poll(105);
    file.write(tracker, 40, step);

    TrackerFile.Content kept = file.read();
    assertThat(kept.unpublished(40)).isEqualTo(step);
    assertThat(kept.unpublished(42)).isEqualTo(step.subList(2, step.size()));
    assertThat(kept.unpublished(99)).isEmpty();
    tracker = kept.tracker();
    assertThat(poll(110)).containsExactly(new ClockAdvanced(110));
  }

  @Test
  void aDamagedFileIsSetAsideAndTheTrackerStartsAfresh() throws Exception {
    Path path = folder.resolve("queue");
    for (String damaged : List.of("nonsense\n", "", "{\"torn\":")) {
      Files.writeString(path, damaged);
      TrackerFile.Content kept = new TrackerFile(path, "c").read();
      assertThat(kept.tracker().hasStarted()).isFalse();
      assertThat(kept.unpublished(0)).isEmpty();
      assertThat(path).doesNotExist();
      assertThat(folder.resolve("queue.damaged")).hasContent(damaged);
    }
  }

  @Test
  void aJobThatCannotBeReadIsLeftOutOfTheFileAndTheOthersStand() throws Exception {
    Path path = folder.resolve("queue");
    is("1", JobState.WAITING, 90, NONE, 8);
    is("2", JobState.WAITING, 91, NONE, 8);
    is("3", JobState.WAITING, 92, NONE, 8);
    List<EventData> step = poll(105);
    new TrackerFile(path, "c").write(tracker, 40, step);
    List<String> lines = Files.readAllLines(path);
    assertThat(lines.get(2)).contains("\"job\":\"2\"");
    lines.set(2, lines.get(2).replace("\"job\":\"2\"", "\"job\":\"" + "2".repeat(300) + "\""));
    Files.write(path, lines);
    TrackerFile.Content kept = new TrackerFile(path, "c").read();
    assertThat(kept.tracker().snapshot(0, null).jobs())
        .extracting(JobSnapshot::job)
        .containsExactly("1", "3");
    assertThat(kept.unpublished(40)).isEqualTo(step);

    lines.remove(lines.size() - 2);
    Files.write(path, lines);
    assertThat(new TrackerFile(path, "c").read().tracker().hasStarted())
        .as("a missing event damages the file")
        .isFalse();
  }

  @Test
  void aJobOfImpossibleValuesIsRepairedOrLeftOutAndTheOthersAreExact() throws Exception {
    is("1", JobState.WAITING, 103, NONE, 8);
    is("late", JobState.RUNNING, 103, 253_402_300_799L, 8);
    is("ahead", JobState.WAITING, 253_402_300_799L, NONE, 8);
    is("", JobState.WAITING, 103, NONE, 8);
    is("huge", JobState.WAITING, 103, NONE, Integer.MAX_VALUE);
    is("n".repeat(300), JobState.RUNNING, 103, NONE, 8);
    is("both", JobState.WAITING, 103, NONE, 8);
    ended.put(
        "both", new Ended(job("both", JobState.RUNNING, 100, NONE, 8, 0), 104, JobOutcome.KILLED));
    assertThat(poll(105))
        .containsExactlyInAnyOrder(
            submitted("1", 103, 8),
            submitted("huge", 103, (1 << 30) - 1),
            submitted("both", 103, 8),
            submitted("ahead", 105, 8));
    assertThat(poll(110)).containsExactly(new ClockAdvanced(110));
    assertThat(tracker.causes())
        .containsEntry("/startedAt: ahead of the observation, or more than ten years ago", 2L)
        .containsEntry("the end of a job left out, for a job of this id is active", 2L)
        .containsEntry("/processors: lowered to 1073741823", 2L);
  }

  @Test
  void requestsThatAreTooLongTogetherAreLeftOut() {
    for (int i = 0; i < 5000; i++) {
      JobSnapshot job = job("j" + i, JobState.HELD, 101, NONE, 1, 0);
      String dependency = "afterok:" + "1".repeat(4000);
      active.put(
          job.job(),
          new Active(
              job.with(ResourceRequest.builder().dependency(dependency).build(), List.of()), 0));
    }
    poll(105);
    ClusterSnapshot snapshot = tracker.snapshot(1, null);
    assertThat(snapshot.jobs()).hasSize(5000);
    assertThat(
            new EventCodec().encodeStructured(GnomonEvent.of("c", "1", 1, null, snapshot)).value())
        .hasSizeLessThan(1 << 25);
  }
}
