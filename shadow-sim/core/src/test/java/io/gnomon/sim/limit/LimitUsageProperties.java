package io.gnomon.sim.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LimitUsageProperties {
  private static final List<String> QOS = List.of("q0", "q1", "q2");
  private static final int STEPS = 150;

  @Property(tries = 200)
  void jobsStartExactlyIfNoLimitIsExceeded(@ForAll long seed) {
    Random random = new Random(seed);
    LimitDefinitions definitions = definitions(random);
    LimitRules rules = new LimitRules(definitions);
    LimitUsage usage = new LimitUsage(rules, 1, 0);
    PlainLimits plain = new PlainLimits(definitions);
    int now = 0;
    int recalculated = 0;
    for (int step = 0; step < STEPS; step++) {
      now += random.nextInt(100);
      if (random.nextInt(10) == 0) {
        usage.recalculate(now, 1);
        recalculated = now;
      }
      PlainLimits.Job job = job(random, definitions);
      LimitSet set = rules.of(job.association, job.qos, job.partition);
      usage.submitted(set);
      boolean may = usage.check(set, amounts(rules, job), job.nodes, job.timeLimit) == null;
      assertThat(may).isEqualTo(plain.mayStart(job, recalculated));
      if (may) {
        job.start = now;
        plain.jobs.add(job);
        usage.started(set, amounts(rules, job), job.nodes, job.timeLimit, now);
      } else {
        usage.left(set);
      }
      if (!plain.jobs.isEmpty() && random.nextInt(3) == 0) {
        end(usage, plain.jobs.remove(random.nextInt(plain.jobs.size())), now);
      }
      usage = random.nextInt(20) == 0 ? usage.copy() : usage;
    }
    for (PlainLimits.Job job : plain.jobs) {
      end(usage, job, now);
    }
    assertThat(usage.isIdle()).isTrue();
  }

  @Property(tries = 100)
  void aCopyIsNotChanged(@ForAll long seed) {
    Random random = new Random(seed);
    LimitDefinitions definitions = definitions(random);
    LimitRules rules = new LimitRules(definitions);
    LimitUsage usage = new LimitUsage(rules, 0.999, 0);
    LimitUsage copy = usage.copy();
    for (int step = 0; step < STEPS; step++) {
      PlainLimits.Job job = job(random, definitions);
      LimitSet set = rules.of(job.association, job.qos, job.partition);
      usage.submitted(set);
      usage.started(set, amounts(rules, job), job.nodes, job.timeLimit, step);
    }

    assertThat(copy.isIdle()).isTrue();
  }

  private static void end(LimitUsage usage, PlainLimits.Job job, int now) {
    LimitSet set = usage.rules().of(job.association, job.qos, job.partition);
    usage.ended(set, amounts(usage.rules(), job), job.nodes, job.timeLimit, job.start, now);
    usage.left(set);
  }

  private static long[] amounts(LimitRules rules, PlainLimits.Job job) {
    long[] amounts = new long[rules.tres().size()];
    amounts[rules.tres().indexOf("cpu")] = job.cpus;
    amounts[rules.tres().indexOf("node")] = job.nodes.length;
    return amounts;
  }

  private static PlainLimits.Job job(Random random, LimitDefinitions definitions) {
    int association;
    do {
      association = random.nextInt(definitions.tree().size());
    } while (!definitions.tree().get(association).isUser());
    return new PlainLimits.Job(
        association,
        QOS.get(random.nextInt(2)),
        random.nextInt(2),
        1 + random.nextInt(6),
        random.ints(1 + random.nextInt(3), 0, 8).distinct().toArray(),
        60 + random.nextInt(3600));
  }

  /** A tree of accounts whose users are in several of them; the second partition has a QOS. */
  private static LimitDefinitions definitions(Random random) {
    AssociationTree.Builder builder =
        new AssociationTree.Builder()
            .account("a", "root", 1, 0)
            .account("b", "root", 1, 0)
            .account("c", "a", 1, 0);
    for (String account : List.of("a", "b", "c")) {
      builder.user(account, "u", 1, 0).user(account, "v", 1, 0);
    }
    return new LimitDefinitions(
        builder.build().with(one -> one.withLimits(random(random, false))),
        Map.of(
            "q0", qos("q0", random),
            "q1", qos("q1", random, QosFlag.OVER_PARTITION_QOS),
            "q2", qos("q2", random)),
        List.of(Optional.empty(), Optional.of("q2")),
        Map.of(),
        false);
  }

  private static Qos qos(String name, Random random, QosFlag... flags) {
    return new Qos(
        name, 0, 1, random(random, true), Set.of(flags), List.of(), PreemptMode.CLUSTER, 0);
  }

  private static Limits random(Random random, boolean ofQos) {
    List<ResourceLimit> limits = new ArrayList<>();
    cpus(random, limits, LimitKind.GROUP_TRES, 5 + random.nextInt(30));
    cpus(random, limits, LimitKind.GROUP_TRES_RUN_MINUTES, 100 + random.nextInt(1000));
    cpus(random, limits, LimitKind.JOB_TRES, 3 + random.nextInt(4));
    cpus(random, limits, LimitKind.JOB_TRES_MINUTES, 30 + random.nextInt(300));
    count(random, limits, LimitKind.GROUP_JOBS, 1 + random.nextInt(10));
    count(random, limits, LimitKind.WALL_MINUTES, 10 + random.nextInt(60));
    if (ofQos) {
      cpus(random, limits, LimitKind.USER_TRES, 5 + random.nextInt(20));
      cpus(random, limits, LimitKind.ACCOUNT_TRES, 5 + random.nextInt(20));
      cpus(random, limits, LimitKind.LEAST_TRES, 1 + random.nextInt(3));
      count(random, limits, LimitKind.JOBS_OF_USER, 1 + random.nextInt(6));
      count(random, limits, LimitKind.JOBS_OF_ACCOUNT, 1 + random.nextInt(6));
    } else {
      count(random, limits, LimitKind.JOBS, 1 + random.nextInt(6));
    }
    return new Limits(limits);
  }

  private static void cpus(Random random, List<ResourceLimit> limits, LimitKind limit, long most) {
    boolean countsNodes =
        Set.of(LimitKind.GROUP_TRES, LimitKind.USER_TRES, LimitKind.ACCOUNT_TRES).contains(limit);
    if (random.nextInt(6) == 0) {
      limits.add(new ResourceLimit(limit, "cpu", most));
      if (countsNodes && random.nextBoolean()) {
        limits.add(new ResourceLimit(limit, "node", 2 + random.nextInt(5)));
      }
    }
  }

  private static void count(Random random, List<ResourceLimit> limits, LimitKind limit, long most) {
    if (random.nextInt(6) == 0) {
      limits.add(new ResourceLimit(limit, null, most));
    }
  }
}
