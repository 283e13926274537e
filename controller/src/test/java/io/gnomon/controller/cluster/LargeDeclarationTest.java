package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.SlowPart;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.DeclaredSite;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.cluster.FairShareAccounting;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A site with many users is declared again beside the thread that owns the cluster. */
class LargeDeclarationTest {
  private static final long ORIGIN = 1_700_000_000;
  private static final int USERS = 5_000;
  private static final ControlSettings SETTINGS =
      new ControlSettings(
          Mode.RECOMMEND,
          500,
          new TuneSettings(2, 3_600, 7_200, SearchSpace.partitions(2), GuardRails.NONE));
  private static final DeclaredMachine MACHINE = DeclaredSite.machine("n[1-4]", Map.of());

  private final List<RejectReason> rejected = new ArrayList<>();
  private final Outbox outbox =
      new Outbox() {
        @Override
        public void publish(String cluster, String id, EventData data) {}

        @Override
        public void send(Notification notification) {}

        @Override
        public void reject(long at, RejectReason reason, String detail) {
          rejected.add(reason);
        }
      };
  private ClusterController controller = new ClusterController("c", SETTINGS);
  private int sent;

  private @Nullable ClusterTask send(EventData data) {
    sent++;
    return controller.take(
        sent, 1000 * data.at(), GnomonEvent.of("c", "e" + sent, -1, null, data), outbox);
  }

  private TrackedCluster tracked() {
    return Objects.requireNonNull(controller.tracked());
  }

  /** Each user of the account physics has used as many seconds as the number in the name. */
  private static ClusterDeclared declared(int at, int users, DeclaredMachine machine) {
    List<Association> associations = new ArrayList<>(List.of(DeclaredSite.account("physics")));
    Map<String, Double> used = new TreeMap<>();
    for (int user = 0; user < users; user++) {
      associations.add(DeclaredSite.user("physics", "user" + user));
      used.put("user" + user, (double) user);
    }
    return new ClusterDeclared(
        ORIGIN + at,
        64,
        ORIGIN,
        null,
        null,
        new Configuration("easy", 1),
        machine,
        new Accounting(
            associations,
            List.of(Qos.of("normal", 0)),
            new PriorityParameters(
                new PrioritySettings(
                    new PriorityWeights(1, 1, 1, 1, 1, 1, Map.of()),
                    PrioritySettings.DEFAULT_SECONDS,
                    7 * 86_400, // half-life
                    60,
                    false,
                    1,
                    UsageReset.NONE,
                    Set.of()),
                Map.of()),
            new AccountUsage(
                ORIGIN + at, List.of(new AccountUsage.OfAccount("physics", 1e6, used)))));
  }

  private void begin() {
    controller.conclude(part(send(declared(0, USERS, MACHINE))).run(), outbox);
    for (int job = 0; job < 100; job++) {
      ResourceRequest request = ResourceRequest.builder().account("physics").build();
      send(new JobSubmitted("j" + job, ORIGIN, new JobDescription(1, 60, "user" + job, request)));
    }
  }

  private static SlowPart part(@Nullable ClusterTask task) {
    return ((ClusterTask.Prepare) Objects.requireNonNull(task)).part();
  }

  @Test
  void leadsToTheSameClusterWhileItIsReadByItsOwner() {
    List<ClusterDeclared> next =
        List.of(
            declared(10, USERS, MACHINE), // with other usage
            declared(20, USERS + 1, MACHINE),
            declared(30, USERS - 1, DeclaredSite.machine("n[1-5]", Map.of())));
    begin();
    next.forEach(one -> controller.conclude(part(send(one)).run(), outbox));
    byte[] alone = CheckpointFormat.write(controller, 1);

    controller = new ClusterController("c", SETTINGS);
    sent = 0;
    begin();
    for (ClusterDeclared one : next) {
      SlowPart part = part(send(one));
      CompletableFuture<SlowPart> running = CompletableFuture.supplyAsync(part::run);
      byte[] before = CheckpointFormat.write(controller, 1);
      do {
        assertThat(CheckpointFormat.write(controller, 1)).isEqualTo(before);
      } while (!running.isDone());
      controller.conclude(running.join(), outbox);
    }

    assertThat(CheckpointFormat.write(controller, 1)).isEqualTo(alone);
    assertThat(rejected).isEmpty();
    assertThat(tracked().mirror().state().accounting().accounts().tree().users())
        .isEqualTo(USERS - 1);
    assertThat(tracked().mirror().state().nodes().machine().nodes()).isEqualTo(5);
  }

  @Test
  void reportedUsageReplacesThatOfTheState() {
    begin();

    controller.conclude(part(send(declared(10, USERS, MACHINE))).run(), outbox);

    assertThat(used("user42")).isEqualTo(42);
  }

  private double used(String user) {
    FairShareAccounting accounting = tracked().mirror().state().accounting();
    return accounting.usage().of(accounting.accounts().tree().find("physics", user).orElseThrow());
  }

  /** The seconds of the state begin a year before it, in which no usage decays. */
  @Test
  void usageOfTheFirstDeclarationIsThatOfItsTime() {
    for (int users : new int[] {100, USERS}) {
      controller = new ClusterController("c", SETTINGS);
      ClusterDeclared first = declared(0, users, MACHINE);
      ClusterDeclared withoutOrigin =
          new ClusterDeclared(
              first.at(), 64, EventData.NONE, null, null, null, MACHINE, first.accounting());
      ClusterTask task = send(withoutOrigin);
      if (task != null) {
        controller.conclude(part(task).run(), outbox);
      }

      assertThat(used("user42")).as("of %d users", users).isEqualTo(42);
    }
  }

  @Test
  void aSmallOneIsNoTask() {
    assertThat(send(declared(0, 10, MACHINE))).isNull();
    assertThat(send(declared(10, 11, MACHINE))).isNull();
    assertThat(tracked().mirror().state().accounting().accounts().tree().users()).isEqualTo(11);
  }

  @Test
  void oneWhoseTimeIsNotPossibleIsATaskToo() {
    begin();

    controller.conclude(part(send(declared(-10, USERS + 1, MACHINE))).run(), outbox);

    assertThat(rejected).isEmpty();
    assertThat(controller.state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(controller.clock().confirms(ORIGIN - 10)).isTrue();
    assertThat(tracked().mirror().now()).isEqualTo(ORIGIN);
    assertThat(tracked().mirror().state().accounting().accounts().tree().users())
        .isEqualTo(USERS + 1);
  }

  @Test
  void oneThatContradictsItselfChangesNothing() {
    begin();
    List<Association> orphans =
        IntStream.range(0, USERS).mapToObj(i -> DeclaredSite.user("none", "user" + i)).toList();
    ClusterDeclared wrong =
        declared(0, 0, MACHINE)
            .withAccounting(
                DeclaredSite.accounting(new PriorityWeights(1, 1, 1, 1, 1, 1, Map.of()), orphans));

    controller.conclude(part(send(wrong)).run(), outbox);

    assertThat(rejected).containsExactly(RejectReason.INVALID);
    assertThat(tracked().mirror().state().accounting().accounts().tree().users()).isEqualTo(USERS);
  }
}
