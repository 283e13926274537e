package io.gnomon.events.codec;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.audit.Alternative;
import io.gnomon.events.audit.DecisionCadence;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.ExclusionReason;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.events.audit.ReviewVerdict;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import io.gnomon.events.config.Prediction;
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
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.CorePlacement;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.NodeCount;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeSharing;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.PlacementRules;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.NodeState;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.slurm.value.HostList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** One event of each type, with every component set. */
final class Samples {
  static final String CLUSTER = "kth-sp2";
  static final long AT = 1_732_158_360;
  private static final int NONE = EventData.NONE;

  private Samples() {}

  static GnomonEvent event(EventType type) {
    return GnomonEvent.of(
        CLUSTER, "e-" + type.shortName(), 42, "2026-11-21T03:06:00.250Z", data(type));
  }

  static EventData data(EventType type) {
    Configuration multiQueue = new Configuration("multi-queue(partitions=2)", 7);
    return switch (type) {
      case CLUSTER_DECLARED ->
          new ClusterDeclared(
              AT,
              100,
              0,
              "slurm 22.05.8",
              capabilities(),
              new Configuration("easy", 1),
              machine(),
              accounting());
      case CLUSTER_SNAPSHOT ->
          new ClusterSnapshot(
              AT,
              100,
              41,
              multiQueue,
              machine(),
              accounting().usageOnly(),
              List.of(
                  job("17", JobState.RUNNING, AT - 50),
                  job("18", JobState.SUSPENDED, AT - 900),
                  job("19", JobState.WAITING, NONE),
                  job("20", JobState.HELD, NONE)));
      case JOB_SUBMITTED ->
          new JobSubmitted(
              "17",
              AT,
              new JobDescription(
                  8,
                  3600,
                  "ada",
                  "physics",
                  "gromacs",
                  "batch",
                  100,
                  4096,
                  List.of(4, 16),
                  request()),
              true);
      case JOB_MODIFIED -> new JobModified("17", AT, 4, 1800, 5, "night", false, request());
      case JOB_STARTED -> new JobStarted("17", AT, 4, 900, 1, placement());
      case JOB_SUSPENDED -> new JobSuspended("17", AT, "preempted by 18");
      case JOB_RESUMED -> new JobResumed("17", AT, "its processors are free");
      case JOB_REQUEUED -> new JobRequeued("17", AT, "node n12 failed");
      case JOB_FINISHED -> new JobFinished("17", AT, JobOutcome.TIMEOUT);
      case JOB_CANCELLED -> new JobCancelled("17", AT);
      case CAPACITY_CHANGED ->
          new CapacityChanged(
              AT, 96, "n12 down", List.of(new NodeStateChange(HostList.of("n12"), NodeState.DOWN)));
      case CONFIG_APPLIED ->
          new ConfigApplied(AT, multiQueue, "c-1", ContentHash.of("easy", 6, CLUSTER));
      case CONFIG_REJECTED ->
          new ConfigRejected(AT, "c-1", ConfigRejectReason.VERSION_MISMATCH, "8 is in force", 8);
      case CLOCK_ADVANCED -> new ClockAdvanced(AT, "squeue has not answered for 30 s");
      case CONFIG_REQUESTED ->
          new ConfigRequested(
              AT,
              "c-1",
              "p-1",
              CommandMode.APPLY,
              6,
              multiQueue,
              ContentHash.of(multiQueue.policy(), 6, CLUSTER),
              AT + 600,
              "slowdown 131 above threshold 100",
              new Prediction(131.5, 62.25));
      case SNAPSHOT_REQUESTED ->
          new SnapshotRequested(AT, SnapshotReason.GAP, 41, "42 to 44 are missing");
      case DECISION_RECORDED ->
          new DecisionRecorded(
              AT,
              "d-1",
              DecisionOutcome.COMMANDED,
              DecisionReason.LOWER_COST,
              "two queues",
              131.5,
              100.0,
              new Configuration("easy", 6),
              List.of(
                  new Alternative("easy", 131.5, null, null, null, null, 7200.0, null, null),
                  new Alternative(
                      "multi-queue(partitions=2)", 62.25, 0.4, 0.6, 0.45, 0.55, 5400.5, null, null),
                  new Alternative(
                      "fcfs",
                      61.5,
                      0.4,
                      0.6,
                      null,
                      null,
                      null,
                      ExclusionReason.BREAKS_GUARD,
                      "longest-wait")),
              "multi-queue(partitions=2)",
              "replay",
              "p-1",
              "c-1",
              "00c0ffee00c0ffee",
              new SimulatedExtent(8, true),
              List.of(
                  new RecordedReview(
                      "fcfs", "easy", AT - 7260, AT - 7200, AT, true, -0.125, ReviewVerdict.WORSE)),
              AT - 3600,
              new LapsedProposal("p-0", LapseCause.REPLACED),
              new RecordedFidelity(true, 612, 500, 0.21, -0.08, 0.25, 0.375, 21_600),
              DecisionCadence.DURABLE);
      case OPERATOR_RECORDED ->
          new OperatorRecorded(
              AT,
              "o-1",
              "r-1",
              4711,
              OperatorAction.APPROVE,
              "ada",
              "the queue has grown since Monday",
              "approve",
              "f-1",
              AT,
              AT + 3600,
              "p-1",
              "c-1");
    };
  }

  private static Capabilities capabilities() {
    return new Capabilities(
        List.of(
            new PolicyCapability("easy", List.of()),
            new PolicyCapability(
                "multi-queue",
                List.of(
                    new ParameterRange("partitions", 1.0, 8.0, List.of()),
                    new ParameterRange("order", null, null, List.of("arrival", "shortest")),
                    new ParameterRange("boundaries", null, null, List.of())))),
        true,
        true,
        true);
  }

  private static JobSnapshot job(String id, JobState state, long startedAt) {
    return new JobSnapshot(
        id,
        state,
        AT - 1000,
        startedAt,
        new JobDescription(
            8, 3600, "ada", "physics", "gromacs", "batch", 100, 4096, List.of(4, 16), request()),
        1800,
        60,
        1,
        placement());
  }

  static DeclaredMachine machine() {
    return new DeclaredMachine(
        List.of(
            new NodeGroup(
                HostList.of("n[001-002,012]"),
                32,
                187_000,
                Map.of("v100", 2, "a100", 1),
                List.of("IB", "CPU-Gold-6230"),
                60,
                2,
                NodeState.DRAINED),
            new NodeGroup(HostList.of("gn1"), 4)),
        List.of(
            new MachinePartition(
                "general",
                HostList.of("n[001-002,012],gn1"),
                259_200,
                86_400,
                3,
                1,
                2,
                NodeSharing.EXCLUSIVE,
                2800,
                NONE,
                "general",
                List.of("general", "priority"),
                List.of("physics"),
                true,
                true,
                PartitionState.DRAINED,
                PreemptMode.REQUEUE,
                120),
            new MachinePartition("debug", HostList.of("gn1"))),
        List.of(
            new MachineReservation(
                "maintenance",
                AT + 3600,
                AT + 7200,
                HostList.of("n[001-002]"),
                List.of("root"),
                List.of("staff"))),
        new PlacementRules(CorePlacement.SPREAD, AllocationUnit.CPU),
        List.of(
            new MachineSwitch("leaf1", HostList.of("n[001-002,012]"), List.of()),
            new MachineSwitch("leaf2", HostList.of("gn1"), List.of()),
            new MachineSwitch("top", null, List.of("leaf1", "leaf2"))),
        Map.of("matlab", 3, "ansys", 0));
  }

  static Accounting accounting() {
    return new Accounting(
        List.of(
            new Association("physics", "", "", 60, 5),
            new Association("theory", "", "physics", NONE, NONE),
            new Association(
                "theory",
                "ada",
                "",
                1,
                NONE,
                Limits.NONE.with(LimitKind.SUBMITTED, 100).with(LimitKind.GROUP_TRES, "cpu", 40),
                List.of("normal", "high"),
                "")),
        List.of(
            Qos.of("normal", 10),
            new Qos(
                "high",
                100,
                2.5,
                Limits.NONE.with(LimitKind.JOBS_OF_USER, 2),
                EnumSet.of(QosFlag.DENY_ON_LIMIT, QosFlag.OVER_PARTITION_QOS),
                List.of("normal"),
                PreemptMode.CANCEL,
                60)),
        new PriorityParameters(
            new PrioritySettings(
                new PriorityWeights(
                    1000, 1, 100_000, 5000, 20_000, 30_000.5, Map.of("cpu", 10.0, "mem", 0.03)),
                604_800,
                86_400,
                300,
                true,
                5,
                UsageReset.MONTHLY,
                new LinkedHashSet<>(
                    List.of(PriorityFlag.NO_FAIR_TREE, PriorityFlag.ACCRUE_ALWAYS))),
            Map.of("general", 40)),
        new AccountUsage(
            AT - 60,
            List.of(
                new OfAccount("physics", 10.5, Map.of()),
                new OfAccount("theory", 10.5, Map.of("ada", 10.5)))),
        true);
  }

  static ResourceRequest request() {
    return new ResourceRequest(
        new NodeCount(1, 2),
        8,
        4,
        2,
        8,
        500_000,
        NONE,
        Map.of("v100", 2),
        Map.of("any", 4, "a100", 1),
        "IB&(V100|A100)",
        List.of("general", "debug"),
        true,
        "physics",
        "normal",
        AT + 60,
        "afterok:16",
        new ArrayTask("17", 10),
        -50,
        7,
        Map.of("matlab", 2),
        "course");
  }

  private static List<PlacedNodes> placement() {
    return List.of(
        new PlacedNodes(HostList.of("n[001-002]"), 2, 44_800, Map.of("v100", 1)),
        new PlacedNodes(HostList.of("gn1"), 4, NONE));
  }
}
