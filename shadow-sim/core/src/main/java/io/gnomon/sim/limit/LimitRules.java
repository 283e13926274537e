package io.gnomon.sim.limit;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The limits of a cluster, compiled for jobs. Of the QOS of the partition, the QOS of the job, the
 * association and the accounts above it, the first that has a limit decides; limits of groups of
 * associations hold at each level. With the flag {@code OverPartQOS} the QOS of the job comes
 * before that of the partition. Limits on minutes of the root account are not enforced.
 *
 * <p>Safe for use by several threads. The limits of a job cost a hash lookup.
 *
 * <p>Source: Slurm manual, Resource Limits, and sacctmgr.
 */
public final class LimitRules {
  private record Key(int association, String qos, String partitionQos) {}

  /**
   * What a row of counters counts.
   *
   * @param qos name of the QOS, empty for an association
   * @param association index of the association, −1 for a QOS
   * @param member user or account within the QOS, empty for all
   */
  record Counted(String qos, int association, Member kind, String member) {
    /** The part of the jobs of a QOS. */
    enum Member {
      ALL,
      ACCOUNT,
      USER;

      static Member of(LimitKind limit) {
        return switch (limit.jobs()) {
          case GROUP, OWN -> ALL;
          case ACCOUNT -> ACCOUNT;
          case USER -> USER;
        };
      }
    }
  }

  /** The TRES of nodes. */
  static final String NODE = "node";

  private static final List<String> FIRST = List.of("cpu", "mem", NODE, "billing");

  /** Number of the TRES of nodes. */
  static final int NODE_TRES = FIRST.indexOf(NODE);

  private final LimitDefinitions definitions;
  private final List<String> tres;
  private final Map<Key, LimitSet> sets = new HashMap<>();
  private final Map<Counted, Integer> rows = new HashMap<>();
  private final List<Boolean> decays = new ArrayList<>();
  private final List<Counted> inOrder = new ArrayList<>(); // by row

  /** Compiles the limits of a cluster. */
  public LimitRules(LimitDefinitions definitions) {
    this.definitions = definitions;
    TreeSet<String> names = new TreeSet<>();
    definitions
        .all()
        .flatMap(limits -> limits.all().stream())
        .flatMap(limit -> Stream.ofNullable(limit.tres()))
        .forEach(names::add);
    definitions.licenses().keySet().forEach(name -> names.add(license(name)));
    tres = inSlurmsOrder(names);
  }

  /** CPUs, memory, nodes and billing come first, whether they are limited or not. */
  private static List<String> inSlurmsOrder(TreeSet<String> names) {
    List<String> ordered = new ArrayList<>(FIRST);
    names.removeAll(ordered);
    ordered.addAll(names);
    return List.copyOf(ordered);
  }

  /** The TRES of a licence. */
  static String license(String name) {
    return "license/" + name;
  }

  /** Each QOS by name. */
  public Map<String, Qos> qos() {
    return definitions.qos();
  }

  /** What is limited. */
  public LimitDefinitions definitions() {
    return definitions;
  }

  /** The TRES that are counted, in the order of the amounts of jobs. */
  public List<String> tres() {
    return tres;
  }

  /** Number of rows of counters up to now. */
  synchronized int rows() {
    return decays.size();
  }

  /** Whether the usage of a row decays. */
  synchronized boolean decays(int row) {
    return decays.get(row);
  }

  /** The row of counters of a group of jobs; a new one if it is new. */
  synchronized int row(Counted counted) {
    return rows.computeIfAbsent(
        counted,
        added -> {
          Qos of = definitions.qos().get(counted.qos);
          decays.add(of == null || of.decays());
          inOrder.add(counted);
          return decays.size() - 1;
        });
  }

  /** What a row counts; {@code otherwise} if it is none. */
  synchronized Counted of(int row, Counted otherwise) {
    return row < 0 ? otherwise : inOrder.get(row);
  }

  /** The rows of counters up to now, by what they count. */
  synchronized Map<Counted, Integer> counted() {
    return Map.copyOf(rows);
  }

  /**
   * The limits of jobs.
   *
   * @param association index of the association; −1 if the job has none
   * @param qos name of the QOS; empty if the job has none
   * @param partition number of the partition
   */
  public synchronized LimitSet of(int association, String qos, int partition) {
    String partitionQos = definitions.partitionQos().get(partition).orElse("");
    Key key = new Key(association, qos, partitionQos);
    LimitSet known = sets.get(key);
    if (known == null) {
      Qos ofJob = definitions.qos().get(qos);
      known =
          new LimitCompiler(this, association, qos, partitionQos)
              .compile(ofJob == null ? 1 : ofJob.usageFactor());
      sets.put(key, known);
    }
    return known;
  }

  /** Whether a limit lets a job never start, whatever other jobs do. */
  boolean forbids(LimitTest test, long[] amounts, int timeLimit) {
    return test.exceedsForever(amounts, LimitUsage.minutes(timeLimit), definitions.safe());
  }

  /**
   * Whether limits let a job never start, whatever other jobs do.
   *
   * @param amounts what it requests
   * @param timeLimit seconds
   */
  public boolean forbid(LimitSet limits, long[] amounts, int timeLimit) {
    for (LimitTest test : limits.toStart) {
      if (forbids(test, amounts, timeLimit)) {
        return true;
      }
    }
    return false;
  }
}
