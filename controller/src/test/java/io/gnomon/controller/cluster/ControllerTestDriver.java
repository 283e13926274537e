package io.gnomon.controller.cluster;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A driver of one cluster's controller for tests. Tests supply the events, studies run in the test
 * thread, and all outputs are kept. The clock is that of the events.
 */
public final class ControllerTestDriver {
  public static final String CLUSTER = "c";
  public static final long ORIGIN = 1_700_000_000L;
  public static final int PERIOD = 1000;

  /** What was rejected. */
  public record Rejected(long offset, RejectReason reason, String detail) {}

  public final List<GnomonEvent> sent = new ArrayList<>();
  public final List<EventData> said = new ArrayList<>();
  public final List<String> ids = new ArrayList<>();
  public final List<Rejected> rejected = new ArrayList<>();
  private ControlSettings settings;
  private ClusterController controller;
  private long offset;
  private long sequence;
  private Evaluations evaluations = (number, evaluation) -> evaluation.run();
  private Backtests backtests = (number, backtest) -> backtest.run();
  private NoChangeReason abandoned = NoChangeReason.STUDY_TIMEOUT;

  /** Runs evaluations. */
  @FunctionalInterface
  interface Evaluations {
    /** The result of the evaluation before the event at {@code offset}; null if abandoned. */
    @Nullable EvaluationResult run(long offset, Evaluation evaluation);
  }

  /** Runs backtests. */
  @FunctionalInterface
  interface Backtests {
    /** The result of the backtest before the event at {@code offset}; null if abandoned. */
    @Nullable StudyResult run(long offset, ShadowStudy backtest);
  }

  public ControllerTestDriver(Mode mode, double threshold) {
    this(mode, threshold, PERIOD);
  }

  public ControllerTestDriver(Mode mode, double threshold, int horizonSeconds) {
    this(mode, threshold, horizonSeconds, StudyDesign.REPORT);
  }

  public ControllerTestDriver(Mode mode, double threshold, int horizonSeconds, StudyDesign design) {
    this(
        mode,
        new TuneSettings(
            threshold, PERIOD, horizonSeconds, SearchSpace.partitions(2), GuardRails.NONE, design));
  }

  public ControllerTestDriver(Mode mode, TuneSettings tuning) {
    settings = new ControlSettings(mode, 500, tuning.reviewed());
    controller = new ClusterController(CLUSTER, settings);
  }

  /** The same, where changes are applied in maintenance windows only. Call it before events. */
  public ControllerTestDriver within(MaintenanceWindows windows) {
    settings = settings.within(windows);
    controller = new ClusterController(CLUSTER, settings);
    return this;
  }

  /** The same with a room for declarations. Call it before events. */
  ControllerTestDriver in(Room room) {
    settings = settings.in(room);
    controller = new ClusterController(CLUSTER, settings);
    return this;
  }

  public ClusterController controller() {
    return controller;
  }

  public ControlSettings settings() {
    return settings;
  }

  public TrackedCluster tracked() {
    return Objects.requireNonNull(controller.tracked());
  }

  /** From now on studies take too long. */
  public ControllerTestDriver withoutTimeForStudies() {
    return withEvaluations((number, evaluation) -> null);
  }

  /** From now on an evaluation without a result has been abandoned for this reason. */
  ControllerTestDriver withAbandoned(NoChangeReason reason) {
    abandoned = reason;
    return this;
  }

  /** From now on evaluations run so. */
  ControllerTestDriver withEvaluations(Evaluations others) {
    evaluations = others;
    return this;
  }

  /** From now on backtests run so. */
  ControllerTestDriver withBacktests(Backtests others) {
    backtests = others;
    return this;
  }

  public ControllerTestDriver declare(int processors) {
    return declare(processors, capabilities(), "multi-queue(partitions=1)");
  }

  /** Declares a cluster of nodes, which the policy easy schedules. */
  public ControllerTestDriver declare(
      int processors, DeclaredMachine machine, @Nullable Accounting accounting) {
    return send(
        new ClusterDeclared(
            ORIGIN,
            processors,
            ORIGIN,
            "test",
            capabilities(),
            new Configuration("easy", 1),
            machine,
            accounting));
  }

  /** Declares a cluster of ten processors again. */
  ControllerTestDriver redeclare(int second, Configuration configuration) {
    return send(
        new ClusterDeclared(at(second), 10, EventData.NONE, "test", capabilities(), configuration));
  }

  /**
   * Ten processors, of which a job of 6 holds its own until 2200. Four wait: 6 for 700 s, 10 for
   * 80,000 s, 3 for 70,000 s and 3 for 100 s.
   *
   * <p>With one queue only the first has a reservation, at 2200, with 4 processors to spare; so the
   * third starts, and the fourth, for which 1 is left, waits until 2200. With two queues, divided
   * at 50,000 s, the second has a reservation of the whole machine at 2900, which the third would
   * delay; so the fourth starts at once, and its slowdown is what makes the difference.
   *
   * <p>At 1000 the four have slowdowns 1 + 990/700, 1 + 989/80000, 1 + 988/70000 and 1 + 987/100:
   * 3.8277 on average.
   */
  public ControllerTestDriver crowd() {
    return declare(10).crowdOfJobs(0);
  }

  /** The jobs of the {@link #crowd} from a second on, on a cluster that has been declared. */
  ControllerTestDriver crowdOfJobs(int from) {
    return send(new JobSubmitted("base", at(from), 6, 2200))
        .send(new JobStarted("base", at(from)))
        .send(new JobSubmitted("first", at(from + 10), 6, 700))
        .send(new JobSubmitted("whole", at(from + 11), 10, 80_000))
        .send(new JobSubmitted("narrow", at(from + 12), 3, 70_000))
        .send(new JobSubmitted("short", at(from + 13), 3, 100));
  }

  /** The scheduler applies the last command. */
  public ControllerTestDriver applyLastCommand(int second) {
    List<ConfigRequested> commands = commands();
    ConfigRequested command = commands.get(commands.size() - 1);
    return send(
        new ConfigApplied(
            at(second), command.configuration(), command.command(), command.contentHash()));
  }

  /**
   * A job of 10 processors for 80,000 s arrives at 1005, behind the {@link #crowd}. The two queues
   * that came into force at 1001 save a third of the cost until 2000:
   *
   * <ul>
   *   <li>With one queue the third job starts at 1005 and the fourth waits. Slowdowns: 1 for the
   *       running job, 1 + 1990/700, 1 + 1989/80000, 1 + 993/70000, 1 + 1987/100 and 1 + 995/80000
   *       for the new job, together 28.7643.
   *   <li>With two queues the fourth starts at 1001 and the third waits. Slowdowns: 1, 1 +
   *       1990/700, 1 + 1989/80000, 1 + 1988/70000, 1 + 988/100 and 1 + 995/80000, together
   *       18.7886.
   * </ul>
   *
   * The gain is 1 - 18.7886 / 28.7643 = 0.3468.
   */
  public ControllerTestDriver anotherArrives() {
    return send(new JobSubmitted("another", at(1005), 10, 80_000));
  }

  /**
   * The same, but the third job runs for 10 s only, from 1010 to 1020, so that the two queues made
   * things worse:
   *
   * <ul>
   *   <li>With one queue the third job runs from 1005 to 1015, and the fourth from then on.
   *       Slowdowns: 1, 1 + 1990/700, 1 + 1989/80000, 1 + 993/10, 1 + 1002/100 and 1 + 995/80000,
   *       together 118.2002.
   *   <li>With two queues the fourth starts at 1001 and the third waits. Slowdowns: 1, 1 +
   *       1990/700, 1 + 1989/80000, 1 + 1988/10, 1 + 988/100 and 1 + 995/80000, together 217.5602.
   * </ul>
   *
   * The gain is 1 - 217.5602 / 118.2002 = -0.8406.
   */
  public ControllerTestDriver thirdRunsShort() {
    return anotherArrives()
        .send(new JobStarted("narrow", at(1010)))
        .send(new JobFinished("narrow", at(1020), JobOutcome.COMPLETED));
  }

  /** The next event of the cluster, which says what it can do. */
  ControllerTestDriver declare(int processors, Capabilities able, String policy) {
    return send(
        new ClusterDeclared(
            ORIGIN, processors, ORIGIN, "test", able, new Configuration(policy, 1)));
  }

  /** What the cluster says it can do. */
  public Capabilities capabilities() {
    return new Capabilities(
        List.of(new PolicyCapability("multi-queue", List.of())), false, false, false);
  }

  /** Sends the next event of the cluster's numbering. */
  public ControllerTestDriver send(EventData data) {
    return sendNumbered(++sequence, data);
  }

  /** Sends the next event of the cluster's numbering, of which jobs were set aside. */
  ControllerTestDriver sendInvalid(EventData data, List<InvalidJob> setAside) {
    sequence++;
    GnomonEvent event = GnomonEvent.of(CLUSTER, "e" + sequence, sequence, null, data);
    return sendEvent(new GnomonEvent(event.envelope(), data, setAside));
  }

  /** Sends an event with a number of one's own, which the numbering goes on from. */
  public ControllerTestDriver sendNumbered(long number, EventData data) {
    sequence = Math.max(sequence, number);
    return sendEvent(GnomonEvent.of(CLUSTER, "e" + number, number, null, data));
  }

  public ControllerTestDriver sendEvent(GnomonEvent event) {
    return sendAt(1000 * event.data().at(), event);
  }

  /** Sends the next event of the cluster's numbering in a record with a timestamp in seconds. */
  public ControllerTestDriver sendAt(long timestamp, EventData data) {
    sequence++;
    return sendAt(1000 * timestamp, GnomonEvent.of(CLUSTER, "e" + sequence, sequence, null, data));
  }

  /** Sends an event in a record with a timestamp in milliseconds. */
  ControllerTestDriver sendAt(long timestamp, GnomonEvent event) {
    sent.add(event);
    ClusterTask task = controller.take(offset, timestamp, event, outbox);
    while (task != null) {
      task =
          task.<@Nullable ClusterTask>match(
              this::evaluate,
              this::backtest,
              replacement -> controller.conclude(replacement.run(), outbox));
    }
    offset++;
    return this;
  }

  private @Nullable ClusterTask evaluate(Evaluation evaluation) {
    EvaluationResult result = evaluations.run(offset, evaluation);
    return result == null
        ? controller.abandon(abandoned, outbox)
        : controller.conclude(result, outbox);
  }

  private @Nullable ClusterTask backtest(ShadowStudy backtest) {
    StudyResult result = backtests.run(offset, backtest);
    return result == null
        ? controller.abandon(NoChangeReason.STUDY_FAILED, outbox)
        : controller.conclude(result, outbox);
  }

  /** The owner contains a fault that happened while an event was processed. */
  void quarantine(EventData event, Throwable fault) {
    controller.quarantine(offset, event.at(), fault, outbox);
  }

  /** The controller dies; another one is made of its checkpoint. */
  public ControllerTestDriver restart() {
    byte[] checkpoint = CheckpointFormat.write(controller, offset);
    CheckpointFormat.Restored restored = CheckpointFormat.read(checkpoint, settings);
    controller = restored.controller();
    return this;
  }

  /** Performs an operation with a reason. */
  public OperationResult operate(Operation operation) throws OperationRejectedException {
    return operate(new OperatorRequest(null, "ada", "because I say so", operation));
  }

  public OperationResult operate(OperatorRequest request) throws OperationRejectedException {
    return controller.operate(offset, request, outbox);
  }

  /** How many events have been sent; the offset of the next. */
  public long offset() {
    return offset;
  }

  public long at(int second) {
    return ORIGIN + second;
  }

  public List<ConfigRequested> commands() {
    return said(ConfigRequested.class);
  }

  public List<DecisionRecorded> decisions() {
    return said(DecisionRecorded.class);
  }

  public List<SnapshotRequested> snapshotRequests() {
    return said(SnapshotRequested.class);
  }

  /** The operation records. */
  public List<OperatorRecorded> operations() {
    return said(OperatorRecorded.class);
  }

  private <T extends EventData> List<T> said(Class<T> type) {
    return said.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The notifications. */
  public final List<Notification> notifications = new ArrayList<>();

  private final Outbox outbox =
      new Outbox() {
        @Override
        public void publish(String cluster, String id, EventData data) {
          ids.add(id);
          said.add(data);
        }

        @Override
        public void send(Notification notification) {
          notifications.add(notification);
        }

        @Override
        public void reject(long at, RejectReason reason, String detail) {
          rejected.add(new Rejected(at, reason, detail));
        }
      };
}
