package io.gnomon.bridge.slurm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.client.RecordedSlurm;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueMappingTest {
  private static final long SUBMITTED = 1_795_250_170L;

  private final QueueMapping mapping =
      new QueueMapping(partition -> partition.equals("batch") ? 0 : EventData.NONE, false);
  private QueueObservation seen;

  @BeforeEach
  void observe() throws Exception {
    seen = mapping.observe(RecordedSlurm.state());
  }

  private JobSnapshot job(String name) {
    return seen.active().get(name).job();
  }

  /** The recorded nodes and partitions with other jobs. */
  private static SlurmState recordedWith(String json) throws SlurmException {
    SlurmState recorded = RecordedSlurm.state();
    return new SlurmState(
        recorded.at(),
        RecordedSlurm.jobs(json.getBytes(StandardCharsets.UTF_8)),
        recorded.nodes(),
        recorded.partitions());
  }

  private List<String> in(JobState state) {
    return seen.active().values().stream()
        .map(QueueObservation.Active::job)
        .filter(job -> job.state() == state)
        .map(JobSnapshot::job)
        .toList();
  }

  @Test
  void everyActiveJobHasItsStateInSlurm() {
    assertThat(in(JobState.RUNNING))
        .containsExactlyInAnyOrder("306", "311_1", "311_3", "312", "318", "319");
    assertThat(in(JobState.SUSPENDED)).containsExactly("317");
    assertThat(in(JobState.WAITING)).isEmpty();
    assertThat(in(JobState.HELD))
        .containsExactlyInAnyOrder("307", "308", "309", "310", "311_5", "311_7", "311_9", "320");
    assertThat(seen.notes()).isEmpty();
  }

  private static JobState pending(
      QueueMapping mapping, String reason, int priority, String licenses) throws Exception {
    String json =
        ("{\"jobs\":[{\"job_id\":9,\"job_state\":\"PENDING\",\"state_reason\":\"%s\",\"cpus\":2,"
                + "\"node_count\":1,\"partition\":\"batch\",\"priority\":%d,\"time_limit\":5,"
                + "\"licenses\":\"%s\"}]}")
            .formatted(reason, priority, licenses);
    return mapping.observe(recordedWith(json)).active().get("9").job().state();
  }

  private static QueueMapping mappingToNodes() {
    return new QueueMapping(
        partition -> EventData.NONE,
        null,
        SelectSettings.of(
            Map.of("SelectType", "select/cons_tres", "SelectTypeParameters", "CR_CORE")));
  }

  /** It may start as soon as others have ended, as one that waits for their processors may. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "AssocGrpCpuLimit",
        "AssocGrpCPURunMinutesLimit",
        "AssocGrpLicense",
        "AssocGrpJobsLimit",
        "AssocMaxJobsLimit",
        "QOSMaxJobsPerUserLimit",
        "QOSMaxMemoryPerUser",
        "QOSMaxSubmitJobPerUserLimit",
        "QOSGrpGRES",
        "MaxJobsPerAccount",
        "MaxCpuPerAccount"
      })
  void aJobThatALimitHoldsBackWaitsOnceTheLimitsArePublished(String reason) throws Exception {
    QueueMapping toNodes = mappingToNodes();
    assertThat(pending(toNodes, reason, 5, "")).isEqualTo(JobState.HELD);
    toNodes.setLimitsPublished(true);
    assertThat(pending(toNodes, reason, 5, "")).isEqualTo(JobState.WAITING);
    assertThat(pending(toNodes, reason, 0, "")).as("held by its user").isEqualTo(JobState.HELD);
  }

  /** No other job's end frees it, or what it waits for is not published. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "JobHeldUser",
        "JobHeldAdmin",
        "Dependency",
        "BeginTime",
        "QOSNotAllowed",
        "QOSMinCpuNotSatisfied",
        "AssocMaxWallDurationPerJobLimit",
        "AssocMaxCpuPerJobLimit",
        "QOSMaxCpuPerNode",
        "QOSMaxCpuMinutesPerJobLimit",
        "AssocGrpCPUMinutesLimit",
        "QOSGrpGRESMinutes",
        "QOSGrpWallLimit",
        "AssocGrpBB",
        "AssocGrpEnergyRunMinutes",
        "MaxBBPerAccount",
        "QOSMaxUnknownPerUser"
      })
  void aJobThatWaitsForSomethingElseIsHeld(String reason) throws Exception {
    QueueMapping toNodes = mappingToNodes();
    toNodes.setLimitsPublished(true);
    assertThat(pending(toNodes, reason, 5, "")).isEqualTo(JobState.HELD);
  }

  @Test
  void aJobWaitsForLicencesThatArePublishedWithTheNodesAlsoWithoutAccounts() throws Exception {
    QueueMapping toNodes = mappingToNodes();
    assertThat(pending(toNodes, "Licenses", 5, "matlab:2")).isEqualTo(JobState.HELD);
    toNodes.setLicenses(Map.of("matlab", 4, "ansys", 1));
    assertThat(pending(toNodes, "Licenses", 5, "matlab:2,ansys")).isEqualTo(JobState.WAITING);
    assertThat(pending(toNodes, "Licenses", 5, "matlab:2,remote")).isEqualTo(JobState.HELD);
    assertThat(pending(toNodes, "Licenses", 5, "matlab|ansys"))
        .as("simulated without a licence")
        .isEqualTo(JobState.HELD);
  }

  @Test
  void aRunningJobHasItsWidthItsStartItsLimitAndItsQueue() {
    JobSnapshot job = job("306");
    assertThat(job.processors()).isEqualTo(16);
    assertThat(job.submittedAt()).isEqualTo(SUBMITTED);
    assertThat(job.startedAt()).isEqualTo(SUBMITTED);
    assertThat(job.estimateSeconds()).isEqualTo(300);
    assertThat(job.partition()).isZero();
    assertThat(job.user()).isEqualTo("bob");
    assertThat(job.application()).isEqualTo("plain");
  }

  @Test
  void aHeterogeneousJobIsOneJobAsWideAsItsComponents() {
    assertThat(job("312").processors()).isEqualTo(12);
    assertThat(seen.active()).doesNotContainKey("313");
  }

  @Test
  void aResumedJobHasStartedWhenItWasResumedAndHasRunBefore() {
    assertThat(job("318").startedAt()).isEqualTo(1_795_250_193L);
    assertThat(job("318").consumedSeconds()).isEqualTo(15);
    assertThat(job("317").consumedSeconds()).isEqualTo(15);
  }

  @Test
  void capacityIsWithoutDownDrainedAndReservedNodes() {
    // eight nodes of 16: n005 is down, n006 drained and idle, n008 reserved and idle
    assertThat(seen.capacity()).isEqualTo(5 * 16);
  }

  @Test
  void endedJobsHaveTheirOutcomeAndThoseThatNeverRanNoStart() {
    assertThat(seen.ended()).containsOnlyKeys("314", "315", "316", "321");
    assertThat(seen.ended().get("314").outcome()).isEqualTo(JobOutcome.KILLED);
    assertThat(seen.ended().get("316").outcome()).isEqualTo(JobOutcome.COMPLETED);
    assertThat(seen.ended().get("316").at()).isEqualTo(1_795_250_172L);
    assertThat(seen.ended().get("321").job().startedAt()).isEqualTo(EventData.NONE);
  }

  @Test
  void aCompletingJobThatHoldsNoNodeAnyMoreHasRun() throws Exception {
    String json =
        "{\"jobs\":[{\"job_id\":9,\"job_state\":\"COMPLETING\",\"nodes\":\"\",\"cpus\":2,"
            + "\"node_count\":1,\"partition\":\"batch\",\"time_limit\":5,\"submit_time\":1795250100,"
            + "\"start_time\":1795250110,\"end_time\":1795250113}]}";
    SlurmState state = recordedWith(json);

    assertThat(mapping.observe(state).ended().get("9").job().startedAt()).isEqualTo(1_795_250_110L);
  }

  @Test
  void aCompletingJobWithoutAStartWasRequeued() throws Exception {
    String json =
        "{\"jobs\":[{\"job_id\":9,\"job_state\":\"COMPLETING\",\"nodes\":\"n001\",\"cpus\":2,"
            + "\"node_count\":1,\"partition\":\"batch\",\"time_limit\":5,\"submit_time\":1795250100,"
            + "\"start_time\":0,\"end_time\":0,\"priority\":5}]}";
    SlurmState state = recordedWith(json);

    assertThat(mapping.observe(state).ended()).doesNotContainKey("9");
    assertThat(mapping.observe(state).active().get("9").job().state())
        .isIn(JobState.WAITING, JobState.HELD);
  }

  @Test
  void aPendingJobOfWholeNodesIsAsWideAsItsNodes() throws Exception {
    String json =
        "{\"jobs\":[{\"job_id\":9,\"job_state\":\"PENDING\",\"state_reason\":\"Resources\","
            + "\"cpus\":2,\"node_count\":2,\"shared\":\"none\",\"partition\":\"batch\","
            + "\"priority\":5,\"time_limit\":null}]}";
    SlurmState state = recordedWith(json);
    JobSnapshot job = mapping.observe(state).active().get("9").job();
    assertThat(job.processors()).isEqualTo(32);
    assertThat(job.state()).isEqualTo(JobState.WAITING);
    assertThat(job.estimateSeconds()).as("the partition's MaxTime").isEqualTo(86_400);
  }

  @Test
  void aListedJobThatCannotBeMappedIsLeftOutAndNotGone() throws Exception {
    String json =
        """
        {"jobs":[
          {"job_id":7,"job_state":"SLEEPING","cpus":1},
          {"job_id":8,"job_state":"RUNNING","cpus":99999,"start_time":1795250180},
          {"job_id":9,"array_job_id":9,"array_task_string":"1-?","job_state":"PENDING"},
          {"job_id":11,"het_job_id":11,"job_state":"COMPLETED","cpus":1,"start_time":1795250180},
          {"job_id":12,"het_job_id":11,"job_state":"SLEEPING","cpus":1},
          {"job_id":13,"job_state":"COMPLETED","cpus":99999,"start_time":1795250180}
        ]}""";
    seen = mapping.observe(recordedWith(json));
    assertThat(List.of("7", "8", "9_1", "9_2", "11")).allMatch(seen::isLeftOut);
    assertThat(List.of("13", "14", "90_1")).allMatch(seen::isGone);
    assertThat(seen.active()).isEmpty();
  }

  @Test
  void whatCannotBeMappedIsNoted() throws Exception {
    String json =
        "{\"jobs\":[{\"job_id\":9,\"job_state\":\"ENCHANTED\"},{\"job_id\":10,\"array_job_id\":10,"
            + "\"job_state\":\"PENDING\",\"array_task_string\":\"1-3,...\"}]}";
    SlurmState state =
        new SlurmState(
            1, RecordedSlurm.jobs(json.getBytes(StandardCharsets.UTF_8)), List.of(), List.of());
    assertThat(mapping.observe(state).notes())
        .hasSize(2)
        .anyMatch(note -> note.contains("ENCHANTED"))
        .anyMatch(note -> note.contains("array"));
  }
}
