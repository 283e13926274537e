package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.DeclaredSite;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What was learned of jobs survives that a site adds, removes and reorders its definitions. */
class LearnedJobsProperties {
  private static final List<String> ACCOUNTS = List.of("physics", "chemistry", "theory");
  private static final List<String> USERS = List.of("ada", "bob", "cid");
  private static final List<String> QOS = List.of("normal", "high", "low");
  private static final int DECLARATIONS = 4;
  private static final int JOBS_BETWEEN = 6;

  private static <T> List<T> some(List<T> all, Random random) {
    List<T> some = new ArrayList<>(all);
    Collections.shuffle(some, random);
    return some.subList(0, random.nextInt(all.size() + 1));
  }

  private static Accounting accounting(Random random) {
    List<Association> associations = new ArrayList<>();
    for (String account : some(ACCOUNTS, random)) {
      associations.add(DeclaredSite.account(account));
      some(USERS, random).forEach(user -> associations.add(DeclaredSite.user(account, user)));
    }
    return DeclaredSite.accounting(
        new PriorityWeights(1, 1, 1000, 1, 1, 100, Map.of()),
        associations,
        some(QOS, random).stream()
            .map(name -> Qos.of(name, QOS.indexOf(name)))
            .toArray(Qos[]::new));
  }

  private static DeclaredMachine machine(Random random) {
    List<MachineReservation> reservations =
        some(List.of("first", "second"), random).stream()
            .map(
                name ->
                    new MachineReservation(
                        name,
                        ControllerTestDriver.ORIGIN + 100_000,
                        ControllerTestDriver.ORIGIN + 200_000,
                        HostList.of("n[1-2]"),
                        List.of("ada"),
                        List.of()))
            .toList();
    return new DeclaredMachine(
        List.of(new NodeGroup(HostList.of("n[1-4]"), 16)), List.of(), reservations, null);
  }

  private static ClusterDeclared site(long at, long seed) {
    Random random = new Random(seed);
    return new ClusterDeclared(
        at,
        64,
        ControllerTestDriver.ORIGIN,
        "test",
        null,
        new Configuration("easy", 1),
        machine(random),
        accounting(random));
  }

  /** Jobs of a site, of which some run and some have ended; all within the first period. */
  private static List<EventData> jobs(int round, Random random) {
    List<EventData> events = new ArrayList<>();
    for (int i = 0; i < JOBS_BETWEEN; i++) {
      String job = round + "-" + i;
      long at = ControllerTestDriver.ORIGIN + 100 * round + 10 * i + 1;
      ResourceRequest request =
          ResourceRequest.builder()
              .tasks(1 + random.nextInt(2))
              .account(ACCOUNTS.get(random.nextInt(ACCOUNTS.size())))
              .qos(QOS.get(random.nextInt(QOS.size())))
              .nice(random.nextInt(2))
              .build();
      String user = USERS.get(random.nextInt(USERS.size()));
      events.add(new JobSubmitted(job, at, new JobDescription(2, 600, user, request)));
      if (random.nextInt(4) > 0) {
        PlacedNodes placed = new PlacedNodes(HostList.of("n" + (1 + i % 4)), 2, 0, Map.of());
        events.add(new JobStarted(job, at + 1).withPlacement(List.of(placed)));
        if (random.nextBoolean()) {
          events.add(new JobFinished(job, at + 5, JobOutcome.COMPLETED));
        }
      }
    }
    return events;
  }

  /** Between the first two declarations a span of fidelity begins and a change is made. */
  private static ControllerTestDriver run(long jobs, List<EventData> declarations, boolean dies) {
    ControllerTestDriver driver =
        new ControllerTestDriver(
            Mode.OBSERVE,
            new TuneSettings(
                    1.05,
                    ControllerTestDriver.PERIOD,
                    ControllerTestDriver.PERIOD,
                    SearchSpace.partitions(2),
                    GuardRails.NONE,
                    StudyDesign.REPORT)
                .withFidelity(new FidelitySettings(ControllerTestDriver.PERIOD, 1, 0.4)));
    Random random = new Random(jobs);
    for (int round = 0; round < declarations.size(); round++) {
      driver.send(declarations.get(round));
      if (dies) {
        driver.restart();
      }
      List<EventData> events = jobs(round, random);
      events.subList(0, events.size() / 2).forEach(driver::send);
      TrackedCluster tracked = driver.tracked();
      if (round == 0) {
        tracked.beginSpan();
        tracked
            .tuner()
            .changed(
                tracked.mirror().state(), tracked.policy(), Spec.parse("easy(order=shortest)"));
      }
      events.subList(events.size() / 2, events.size()).forEach(driver::send);
    }
    assertThat(driver.rejected).isEmpty();
    return driver;
  }

  private static List<EventData> sites(long seed) {
    List<EventData> sites = new ArrayList<>();
    for (int i = 0; i < DECLARATIONS; i++) {
      sites.add(site(ControllerTestDriver.ORIGIN + 100 * i, seed + i));
    }
    return sites;
  }

  @Property(tries = 100)
  void itIsThatOfAClusterThatHadAlwaysBeenDeclaredAsItIsNow(@ForAll long seed) {
    List<EventData> sites = sites(seed);
    List<EventData> steady = new ArrayList<>();
    steady.add(site(ControllerTestDriver.ORIGIN, seed + DECLARATIONS - 1));
    sites.subList(1, DECLARATIONS).forEach(site -> steady.add(new ClockAdvanced(site.at())));

    TrackedCluster changed = run(seed, sites, false).tracked();
    TrackedCluster always = run(seed, steady, false).tracked();

    assertThat(always.tuner().reviews().open()).hasSize(1);
    assertThat(always.tuner().fidelity().spanSnapshot().has("span")).isTrue();
    assertThat(learned(changed)).isEqualTo(learned(always));
  }

  private static List<Snapshot> learned(TrackedCluster tracked) {
    return List.of(
        tracked.tuner().history().snapshot(),
        withoutUsage(tracked.tuner().reviews().snapshot()),
        withoutUsage(tracked.tuner().fidelity().spanSnapshot()),
        tracked.tuner().fidelity().snapshot(),
        tracked.tuner().window().snapshot());
  }

  /** Usage of an association is lost when it is removed. */
  private static Snapshot withoutUsage(Snapshot snapshot) {
    Snapshot rest = new Snapshot();
    for (Snapshot.Field field : snapshot.fields()) {
      if (field.value() instanceof Snapshot section) {
        rest.put(field.name(), withoutUsage(section));
      } else if (field.value() instanceof List<?> values
          && !values.isEmpty()
          && values.get(0) instanceof Snapshot) {
        rest.putSections(
            field.name(),
            snapshot.getSections(field.name()).stream()
                .map(LearnedJobsProperties::withoutUsage)
                .toList());
      } else if (!Set.of("usage", "fairShare", "recalculatedAt").contains(field.name())) {
        rest.put(field);
      }
    }
    return rest;
  }

  @Property(tries = 100)
  void aControllerThatIsRestoredBetweenDeclarationsHasLearnedTheSame(@ForAll long seed) {
    List<EventData> sites = sites(seed);

    ControllerTestDriver undisturbed = run(seed, sites, false);
    ControllerTestDriver restarted = run(seed, sites, true);

    assertThat(
            Arrays.equals(
                CheckpointFormat.write(restarted.controller(), 0),
                CheckpointFormat.write(undisturbed.controller(), 0)))
        .as("the checkpoints are equal to the last byte")
        .isTrue();
  }
}
