package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The waiting jobs of a real Slurm are put into other orders and back. */
@Tag("slurm")
class SlurmOrderIT {
  private static final String SHORTEST = "easy(head=order, order=shortest)";
  private static final Configuration ORDERED = new Configuration(SHORTEST, 2);
  private static final Configuration BACK = new Configuration("easy", 3);

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;
  private Configurators configurators;

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

  @BeforeEach
  void fill() throws Exception {
    slurm.shell(
        "rm -f gnomon/gnomon.lua; echo '# nothing yet' >gnomon/gnomon.conf; scontrol reconfigure");
    configurators = new Configurators(slurm, state, folder.resolve("gnomon/gnomon.lua"), "easy");
    submit("full", "-n 16 -t 2");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> slurm.run("squeue", "-h", "-t", "R", "-o", "%j").contains("full"));
  }

  @AfterEach
  void cancelAll() throws Exception {
    slurm.run("scancel", "-u", "root");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> slurm.run("squeue", "-h").isEmpty());
  }

  private static String submit(String name, String arguments) throws Exception {
    return slurm
        .shell(
            "sbatch --parsable -o /dev/null -J %s %s --wrap 'sleep 600'".formatted(name, arguments))
        .strip();
  }

  private static void queue() throws Exception {
    submit("half-hour", "-n 4 -t 30");
    submit("five", "-n 8 -t 5");
    submit("ten-hours", "-n 1 -t 600");
    submit("array", "-n 4 -t 20 --array=1-3");
    submit("nice", "-n 4 -t 5 --nice=50");
    submit("held", "-n 4 -t 1 -H");
  }

  /** The waiting jobs' names, the first to be considered first. */
  private static List<String> order() throws Exception {
    return slurm.run("squeue", "-h", "-t", "PD", "-S", "-p,i", "-o", "%j").lines().toList();
  }

  /** Every job with its priority and nice value. */
  private static String priorities() throws Exception {
    return slurm.run("squeue", "-h", "-t", "PD", "-S", "i", "-o", "%i %j %Q %y %P");
  }

  private static String nice(String job) throws Exception {
    return slurm.run("squeue", "-h", "-j", job, "-o", "%y").strip();
  }

  @Test
  void waitingAndNewJobsGetTheirPlacesAndGiveThemBack() throws Exception {
    queue();
    String before = priorities();
    SlurmConfigurator configurator = configurators.next();
    assertThat(configurator.plan(SHORTEST)).contains("scontrol update JobId=", " Nice=");
    configurator.apply(ORDERED);
    assertThat(order()).containsExactly("five", "nice", "array", "half-hour", "ten-hours", "held");
    assertThat(configurators.next().readBack()).isEqualTo(ORDERED);

    String two = submit("two", "-n 4 -t 2");
    assertThat(order()).as("below all with a place").endsWith("ten-hours", "two", "held");
    configurator.observe(configurators.reader().read());
    assertThat(order()).startsWith("two", "five");

    String hand = submit("hand", "-n 4 -t 3");
    slurm.run("scontrol", "update", "JobId=" + two, "Nice=3");
    slurm.run("scontrol", "update", "JobId=" + hand, "Priority=5");
    configurator.observe(configurators.reader().read());
    assertThat(nice(two)).as("set by hand").isEqualTo("3");
    assertThat(nice(hand)).as("set by hand").isEqualTo("0");
    String held = slurm.run("squeue", "-h", "-n", "held", "-o", "%i").strip();
    slurm.run("scontrol", "release", held);
    configurator.observe(configurators.reader().read());
    assertThat(order()).containsSubsequence("held", "five", "hand");
    slurm.run("scontrol", "hold", held);

    configurator.apply(BACK);
    assertThat(nice(held)).as("held, a nice value would release it").isNotEqualTo("0");
    slurm.run("scontrol", "release", held);
    configurator.observe(configurators.reader().read());
    assertThat(nice(held)).isEqualTo("0");
    slurm.run("scancel", two, hand);
    slurm.run("scontrol", "hold", held);
    assertThat(priorities()).isEqualTo(before);
    assertThat(order()).startsWith("half-hour", "five", "ten-hours", "array", "nice");
  }

  @Test
  void theOrderIsWhatSlurmStartsBy() throws Exception {
    queue();
    configurators.next().apply(ORDERED);
    slurm.run("scancel", "-n", "full");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                slurm
                    .run("squeue", "-h", "-t", "R", "-S", "j", "-o", "%j")
                    .lines()
                    .toList()
                    .containsAll(List.of("five", "nice")));
    assertThat(order()).contains("half-hour", "ten-hours");
  }

  @Test
  void whereverTheProcessIsKilledNoJobKeepsAPlace() throws Exception {
    submit("half-hour", "-n 4 -t 30");
    submit("five", "-n 8 -t 5 --nice=50");
    String before = priorities();
    configurators.next().apply(ORDERED);
    configurators.next().apply(BACK);
    slurm.shell("rm gnomon/gnomon.lua");
    List<String> steps = configurators.steps(ORDERED);
    configurators.next().apply(BACK);
    assertThat(priorities()).isEqualTo(before);
    slurm.shell("rm gnomon/gnomon.lua");
    for (int step = 0; step < steps.indexOf("stored"); step++) {
      slurm.shell("rm -f " + state + "/*");
      configurators.killed(ORDERED, step);
      assertThat(configurators.next().readBack()).isEqualTo(new Configuration("easy", 1));
      assertThat(priorities()).as("killed before %s", steps.get(step)).isEqualTo(before);
      assertThat(Files.exists(folder.resolve("gnomon/gnomon.lua"))).isFalse();
    }
  }

  @Test
  void everyOrderThatIsDeclaredCanBeApplied() throws Exception {
    submit("narrow-long", "-n 1 -t 600");
    submit("wide-short", "-n 16 -t 5");
    submit("middle", "-n 4 -t 10");
    SlurmConfigurator configurator = configurators.next();
    long version = 2;
    for (List<String> expected :
        List.of(
            List.of("order=shortest", "wide-short", "middle", "narrow-long"),
            List.of("order=smallest", "narrow-long", "middle", "wide-short"),
            List.of("order=widest", "wide-short", "middle", "narrow-long"),
            List.of("order=smallest-area", "middle", "wide-short", "narrow-long"),
            List.of("order=shortest, weight=1e-8", "wide-short", "middle", "narrow-long"))) {
      configurator.apply(new Configuration("easy(head=order, " + expected.get(0) + ")", version++));
      assertThat(order()).as(expected.get(0)).isEqualTo(expected.subList(1, 4));
    }
    configurator.apply(new Configuration("slurm(bf_interval=7s, order=shortest)", version++));
    assertThat(order()).containsExactly("wide-short", "middle", "narrow-long");
    assertThat(slurm.shell("scontrol show config | grep SchedulerParameters"))
        .contains("bf_interval=7");
    configurator.apply(new Configuration("easy", version));
    assertThat(order()).containsExactly("narrow-long", "wide-short", "middle");
    assertThat(slurm.shell("scontrol show config | grep SchedulerParameters"))
        .contains("bf_interval=2,");
  }

  private void isRefused(Configurators by, String policy, String... words) throws Exception {
    String before = priorities();
    SlurmConfigurator configurator = by.next();
    assertThatThrownBy(() -> configurator.apply(new Configuration(policy, 2)))
        .isInstanceOfSatisfying(
            CannotApplyException.class,
            e ->
                assertThat(e.reason())
                    .isIn(ConfigRejectReason.NOT_CAPABLE, ConfigRejectReason.INVALID))
        .message()
        .contains(words);
    assertThat(priorities()).isEqualTo(before);
  }

  @Test
  void whatSlurmCannotBeIsRefused() throws Exception {
    submit("five", "-n 8 -t 5");
    isRefused(configurators, "easy(order=shortest)", "head must be order");
    isRefused(configurators, "easy(head=order, order=xfactor)", "'xfactor'", "smallest-area");
    isRefused(configurators, "easy(head=order, order=shortest, weight=-1)", "weight is '-1'");
    isRefused(configurators, "conservative(order=shortest)", "not to conservative");
    isRefused(
        new Configurators(slurm, state, null, "easy"), SHORTEST, "would be first in the queue");
    slurm.run("scontrol", "create", "PartitionName=rival", "Nodes=n002");
    isRefused(configurators, SHORTEST, "partition rival has nodes of batch and its PriorityTier");
    slurm.run("scontrol", "update", "PartitionName=rival", "PriorityTier=9");
    configurators.next().apply(ORDERED);
    configurators.next().apply(BACK);
    slurm.run("scontrol", "delete", "PartitionName=rival");
  }

  @Test
  void underMultifactorJobsAreRaisedAboveTheSitesOwnFactors() throws Exception {
    slurm.shell(
        "sed -i 's/^PriorityType=.*/PriorityType=priority\\/multifactor\\nPriorityWeightJobSize=1000/'"
            + " slurm.conf");
    slurm.stopController();
    slurm.startController();
    try {
      queue();
      List<String> before = order();
      Configurators unrouted = new Configurators(slurm, state, null, "easy");
      SlurmConfigurator configurator = unrouted.next();
      configurator.apply(ORDERED);
      assertThat(order()).endsWith("array", "half-hour", "ten-hours", "held");
      submit("two", "-n 4 -t 2");
      assertThat(order()).endsWith("ten-hours", "two", "held");
      configurator.observe(unrouted.reader().read());
      assertThat(order()).startsWith("two");
      slurm.run("scancel", "-n", "two");
      configurator.apply(BACK);
      assertThat(order()).isEqualTo(before);
      slurm.shell(
          "sed -i 's/^PriorityWeightJobSize=.*/PriorityWeightJobSize=100000/' slurm.conf;"
              + " scontrol reconfigure");
      isRefused(
          unrouted,
          "easy(head=order, order=smallest-area, weight=1e-11)",
          "PriorityWeights sum to 100000");
    } finally {
      slurm.shell(
          "sed -i -e 's/^PriorityType=.*/PriorityType=priority\\/basic/' -e '/^PriorityWeight/d'"
              + " slurm.conf");
      slurm.stopController();
      slurm.startController();
    }
  }
}
