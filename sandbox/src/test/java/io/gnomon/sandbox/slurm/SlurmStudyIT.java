package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.EventSink;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.polling.TrackerFile;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.bridge.slurm.notify.HookSpool;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.bridge.slurm.policy.TestTime;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.AllowedPolicies;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.text.SpecText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is declared of a real Slurm is what it can be set to, and studies propose of that. */
@Tag("slurm")
class SlurmStudyIT {
  private static final int PERIOD_SECONDS = 5;

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;
  private ClusterController controller;
  private long offset;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 4, 4);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  @AfterEach
  void cancelAll() throws Exception {
    slurm.run("scancel", "-u", "root");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> slurm.run("squeue", "-h").isEmpty());
    slurm.shell(
        "rm -f gnomon/gnomon.lua; echo '# nothing yet' >gnomon/gnomon.conf; scontrol reconfigure");
  }

  private Configurators configurators(String initial) throws Exception {
    return new Configurators(slurm, state, folder.resolve("gnomon/gnomon.lua"), initial);
  }

  private String observed() throws Exception {
    return ObservedPolicy.read(
        configurators("easy").reader(),
        AppliedConfiguration.readFormer(state, Aspect.PARAMETERS),
        null,
        TestTime.UNKNOWN);
  }

  private static boolean plans(SlurmConfigurator configurator, Spec spec) {
    try {
      configurator.plan(spec.toString());
      return true;
    } catch (CannotApplyException refused) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy", "conservative", ObservedPolicy.NAME})
  void whatIsDeclaredIsWhatCanBePlanned(String taken) throws Exception {
    String initial = taken.equals(ObservedPolicy.NAME) ? observed() : taken;
    SlurmConfigurator configurator = configurators(initial).next();
    AllowedPolicies allowance = AllowedPolicies.of(configurator.capabilities());
    List<Spec> specs = new ArrayList<>(PolicyLibrary.policies(EnumSet.allOf(Capability.class)));
    for (String text :
        List.of(
            "multi-queue(partitions=4)",
            "multi-queue(partitions=5)",
            "slurm",
            "slurm(bf_interval=10s)",
            "slurm(bf_interval=10s, cores-per-node=4)",
            "slurm(bf_interval=10s, cores-per-node=4, order=shortest, weight=1e-9)",
            "slurm(bf_window=10d, cores-per-node=4, order=arrival)",
            "slurm(cores-per-node=4, order=xfactor)",
            "slurm(cores-per-node=4, order=random)",
            "slurm(cores-per-node=4, scheduler=builtin)",
            "slurm(cores-per-node=8)",
            "slurm(cores-per-node=4, gap=0s)")) {
      specs.add(Spec.parse(text));
    }
    specs.addAll(
        SearchSpace.quick(PolicyLibrary.none()).alternatives(Policies.create(initial), null));
    specs.add(Spec.parse(initial));
    long allowed = 0;
    for (Spec spec : specs) {
      boolean allows = allowance.allows(completed(spec, initial));
      assertThat(plans(configurator, spec)).as(spec.toString()).isEqualTo(allows);
      allowed += allows ? 1 : 0;
    }
    assertThat(allowed).isGreaterThan(5);
  }

  /** What a policy slurm does not name is as at the site. */
  private static Spec completed(Spec spec, String initial) {
    SpecText site = SpecText.parse(initial);
    return site.name().equals(ObservedPolicy.NAME) && spec.name().equals(ObservedPolicy.NAME)
        ? Spec.parse(SpecText.parse(spec.toString()).withMissing(site).toString())
        : spec;
  }

  /** Receives the events of the bridge and runs studies in this thread. */
  private final class ToController implements EventSink, Outbox {
    @Override
    public void send(GnomonEvent event) {
      ClusterTask task = controller.take(offset++, EventData.NONE, event, this);
      while (task != null) {
        task =
            task.<@Nullable ClusterTask>match(
                evaluation -> controller.conclude(evaluation.run(), this),
                backtest -> controller.conclude(backtest.run(), this),
                replacement -> controller.conclude(replacement.run(), this));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void publish(String cluster, String id, EventData data) {}

    @Override
    public void reject(long at, RejectReason reason, String detail) {
      throw new AssertionError("record " + at + " was refused: " + detail);
    }
  }

  /** A queue that a test fills. */
  private interface Crowd {
    void submit() throws Exception;
  }

  private Proposal proposed(
      String initial, SearchSpace search, SlurmConfigurator configurator, Crowd crowd)
      throws Exception {
    controller =
        new ClusterController(
            "real",
            new ControlSettings(
                Mode.APPROVE,
                3_600,
                new TuneSettings(
                    1, PERIOD_SECONDS, 24 * 3_600, search, GuardRails.NONE, StudyDesign.SAMPLED)));
    SlurmPort port =
        new SlurmPort(
            configurators(initial).reader(),
            slurm.selection(),
            new TrackerFile(state.resolve("queue"), "real"),
            new PollSchedule(Duration.ofSeconds(1), Duration.ofSeconds(60)),
            new HookSpool(slurm.hooks()),
            configurator);
    BridgeRunner runner = new BridgeRunner("real", port, new ToController(), CommandLedger.NONE, 0);
    runner.start();
    runner.publishChanges();
    crowd.submit();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              runner.publishChanges();
              return controller.proposal() != null;
            });
    return controller.proposal();
  }

  private static void crowd() throws Exception {
    slurm.shell("sbatch -o /dev/null -J full -n 16 -t 30 --wrap 'sleep 600'");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> slurm.run("squeue", "-h", "-t", "R", "-o", "%j").contains("full"));
    slurm.shell(
        "for i in 1 2 3; do sbatch -o /dev/null -J long -n 16 -t 1200 --wrap 'sleep 600';"
            + " sbatch -o /dev/null -J short -n 12 -t 5 --wrap 'sleep 600'; done");
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy", ObservedPolicy.NAME})
  void aStudyOfTheQueueProposesAnOrderThatIsAppliedAndTakenBack(String taken) throws Exception {
    String initial = taken.equals(ObservedPolicy.NAME) ? observed() : taken;
    SlurmConfigurator configurator = configurators(initial).next();
    Proposal proposal =
        proposed(
            initial, SearchSpace.quick(PolicyLibrary.none()), configurator, SlurmStudyIT::crowd);
    Configuration wanted = proposal.command().configuration();
    assertThat(Spec.parse(wanted.policy()).parameters()).containsKey("order");
    configurator.apply(wanted);
    assertThat(order().subList(0, 3)).containsOnly("short");
    configurator.apply(new Configuration(initial, wanted.version() + 1));
    assertThat(order().subList(0, 2)).containsExactly("long", "short");
  }

  /** Behind a job that waits for all processors, some that would not delay it. */
  private static void blocked() throws Exception {
    slurm.shell("sbatch -o /dev/null -J full -n 12 -t 300 --wrap 'sleep 600'");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> slurm.run("squeue", "-h", "-t", "R", "-o", "%j").contains("full"));
    slurm.shell(
        "sbatch -o /dev/null -J wide -n 16 -t 300 --wrap 'sleep 600';"
            + " for i in 1 2 3 4; do sbatch -o /dev/null -J narrow -n 4 -t 30 --wrap 'sleep 600'; done");
  }

  private static List<String> order() throws Exception {
    return slurm.run("squeue", "-h", "-t", "PD", "-S", "-p,i", "-o", "%j").lines().toList();
  }

  /** A Slurm whose backfill tests one job only, so that no job behind it starts. */
  @Test
  void aStudyProposesBackfillParametersThatAreAppliedAndTakenBack() throws Exception {
    slurm.shell(
        "sed -i '/^SchedulerParameters=/s/$/,bf_max_job_test=1/' slurm.conf;"
            + " scontrol reconfigure");
    try {
      String initial = observed();
      assertThat(initial).contains("bf_max_job_test=1");
      SlurmConfigurator configurator = configurators(initial).next();
      SearchSpace backfill =
          SearchSpace.of(
              SearchSpace.quick(PolicyLibrary.none())
                  .alternatives(Policies.create(initial), null)
                  .stream()
                  .filter(spec -> !spec.parameters().containsKey("order"))
                  .toList());
      Configuration wanted =
          proposed(initial, backfill, configurator, SlurmStudyIT::blocked)
              .command()
              .configuration();
      String depth = Spec.parse(wanted.policy()).parameters().get("bf_max_job_test");
      assertThat(depth).isNotEqualTo("1");
      assertThat(order()).contains("narrow", "narrow", "narrow", "narrow");
      configurator.apply(wanted);
      assertThat(slurm.shell("scontrol show config | grep SchedulerParameters"))
          .contains("bf_max_job_test=" + depth);
      Awaitility.await("backfilled")
          .atMost(Duration.ofMinutes(2))
          .until(() -> slurm.run("squeue", "-h", "-t", "R", "-o", "%j").contains("narrow"));
      configurator.apply(new Configuration(initial, wanted.version() + 1));
      assertThat(slurm.shell("scontrol show config | grep SchedulerParameters"))
          .containsPattern("bf_max_job_test=1$");
    } finally {
      slurm.shell(
          "sed -i '/^SchedulerParameters=/s/,bf_max_job_test=1$//' slurm.conf;"
              + " scontrol reconfigure");
    }
  }
}
