package io.gnomon.sim.workload.slurm;

import io.gnomon.sim.limit.CountLimit;
import io.gnomon.sim.limit.Limits;
import io.gnomon.sim.limit.TresLimit;
import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.Tres;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The limits of an association or a QOS by the names of their options: those of commands, of dumps
 * and of the columns of listings. Not thread-safe. Source: manual of sacctmgr.
 */
final class LimitOptions {
  private record TresOption(TresLimit limit, String tres) {}

  private static final String ANY = "";
  private static final Map<String, TresOption> TRES = new HashMap<>();
  private static final Map<String, CountLimit> COUNTS = new HashMap<>();
  private static final Set<String> NOT_SIMULATED =
      Set.of(
          "grpjobsaccrue",
          "maxjobsaccrue",
          "maxjobsaccrueperaccount",
          "maxjobsaccrueperuser",
          "maxjobsaccruepa",
          "maxjobsaccruepu",
          "maxtresrunmins",
          "maxtresrunminsperaccount",
          "maxtresrunminsperuser",
          "maxtresrunminspa",
          "maxtresrunminspu",
          "usagethreshold",
          "usagethres");

  static {
    tres(TresLimit.GROUP, ANY, "grptres");
    tres(TresLimit.GROUP, "cpu", "grpcpus");
    tres(TresLimit.GROUP, "mem", "grpmemory", "grpmem");
    tres(TresLimit.GROUP, "node", "grpnodes");
    tres(TresLimit.GROUP_MINUTES, ANY, "grptresmins");
    tres(TresLimit.GROUP_MINUTES, "cpu", "grpcpumins");
    tres(TresLimit.GROUP_RUN_MINUTES, ANY, "grptresrunmins");
    tres(TresLimit.GROUP_RUN_MINUTES, "cpu", "grpcpurunmins");
    tres(TresLimit.JOB, ANY, "maxtres", "maxtresperjob", "maxtrespj");
    tres(TresLimit.JOB, "cpu", "maxcpus", "maxcpusperjob");
    tres(TresLimit.JOB, "node", "maxnodes", "maxnodesperjob");
    tres(TresLimit.NODE, ANY, "maxtrespernode", "maxtrespn");
    tres(TresLimit.JOB_MINUTES, ANY, "maxtresmins", "maxtresminsperjob", "maxtresminspj");
    tres(TresLimit.JOB_MINUTES, "cpu", "maxcpumins", "maxcpuminsperjob");
    tres(TresLimit.USER, ANY, "maxtresperuser", "maxtrespu");
    tres(TresLimit.USER, "cpu", "maxcpusperuser", "maxcpuspu");
    tres(TresLimit.USER, "node", "maxnodesperuser", "maxnodespu");
    tres(TresLimit.ACCOUNT, ANY, "maxtresperaccount", "maxtrespa");
    tres(TresLimit.LEAST, ANY, "mintres", "mintresperjob");
    tres(TresLimit.LEAST, "cpu", "mincpus", "mincpusperjob");
    count(CountLimit.GROUP_JOBS, "grpjobs");
    count(CountLimit.GROUP_SUBMITTED, "grpsubmit", "grpsubmitjobs");
    count(CountLimit.GROUP_WALL_MINUTES, "grpwall");
    count(CountLimit.JOBS, "maxjobs");
    count(CountLimit.JOBS_OF_USER, "maxjobsperuser", "maxjobspu");
    count(CountLimit.JOBS_OF_ACCOUNT, "maxjobsperaccount", "maxjobspa");
    count(CountLimit.SUBMITTED, "maxsubmit", "maxsubmitjobs");
    count(CountLimit.SUBMITTED_OF_USER, "maxsubmitperuser", "maxsubmitjobsperuser");
    count(CountLimit.SUBMITTED_OF_USER, "maxsubmitpu", "maxsubmitjobspu");
    count(CountLimit.SUBMITTED_OF_ACCOUNT, "maxsubmitperaccount", "maxsubmitjobsperaccount");
    count(CountLimit.SUBMITTED_OF_ACCOUNT, "maxsubmitpa", "maxsubmitjobspa");
    count(CountLimit.WALL_MINUTES, "maxwall", "maxwalldurationperjob", "maxwallduration");
  }

  private static void tres(TresLimit limit, String tres, String... names) {
    for (String name : names) {
      TRES.put(name, new TresOption(limit, tres));
    }
  }

  private static void count(CountLimit limit, String... names) {
    for (String name : names) {
      COUNTS.put(name, limit);
    }
  }

  private final boolean ofQos;
  private final Map<TresLimit, Map<String, Long>> tres = new EnumMap<>(TresLimit.class);
  private final Map<CountLimit, Long> counts = new EnumMap<>(CountLimit.class);

  /** No limits of an association, or of a QOS. */
  LimitOptions(boolean ofQos) {
    this.ofQos = ofQos;
  }

  /** A name of a limit on TRES, by which {@link #set} knows it. */
  static String name(TresLimit limit) {
    return TRES.entrySet().stream()
        .filter(entry -> entry.getValue().equals(new TresOption(limit, ANY)))
        .map(Map.Entry::getKey)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** A name of a limit on a number, by which {@link #set} knows it. */
  static String name(CountLimit limit) {
    return COUNTS.entrySet().stream()
        .filter(entry -> entry.getValue() == limit)
        .map(Map.Entry::getKey)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /**
   * Sets an option; -1 removes a limit. TRES that are not named keep their limit.
   *
   * @param name in lower case
   * @return whether the option is a limit
   * @throws IllegalArgumentException for a value that is not understood or a limit that is not
   *     simulated
   */
  boolean set(String name, String value) {
    TresOption option = TRES.get(name);
    CountLimit limit = COUNTS.get(name);
    if (NOT_SIMULATED.contains(name)) {
      requireUnset(name, value);
    } else if (option != null) {
      setTres(option, value);
    } else if (limit != null) {
      setCount(limit, value);
    }
    return option != null || limit != null;
  }

  private static void requireUnset(String name, String value) {
    if (!isUnset(value) && !value.matches("0+(\\.0+)?")) {
      throw new IllegalArgumentException(
          "limit " + name + "=" + value + " is not simulated; remove it to simulate without");
    }
  }

  private static boolean isUnset(String value) {
    return value.isEmpty() || value.equals("-1");
  }

  private void setTres(TresOption option, String value) {
    Map<String, Long> amounts = tres.computeIfAbsent(option.limit, key -> new TreeMap<>());
    if (!option.tres.isEmpty()) {
      setAmount(amounts, option.tres, value);
      return;
    }
    Tres.items(value)
        .forEach((name, amount) -> setAmount(amounts, name.toLowerCase(Locale.ROOT), amount));
  }

  private static void setAmount(Map<String, Long> amounts, String name, String value) {
    if (isUnset(value)) {
      amounts.remove(name);
      return;
    }
    boolean counted =
        Set.of("cpu", "mem", "node", "billing").contains(name)
            || name.startsWith("gres/")
            || name.startsWith("license/");
    if (!counted) {
      throw new IllegalArgumentException(
          "limits on '"
              + name
              + "' are not simulated; allowed are cpu, mem, node, billing, gres/… and license/…");
    }
    amounts.put(
        name, name.equals("mem") ? Amount.parse(value).mebibytes() : SlurmUnits.longNumber(value));
  }

  private void setCount(CountLimit named, String value) {
    CountLimit limit = named;
    if (ofQos && named == CountLimit.JOBS) {
      limit = CountLimit.JOBS_OF_USER;
    } else if (ofQos && named == CountLimit.SUBMITTED) {
      limit = CountLimit.SUBMITTED_OF_USER;
    }
    if (isUnset(value)) {
      counts.remove(limit);
    } else if (limit == CountLimit.WALL_MINUTES || limit == CountLimit.GROUP_WALL_MINUTES) {
      counts.put(limit, (SlurmUnits.seconds(value) + 59L) / 60);
    } else {
      counts.put(limit, (long) SlurmUnits.number(value));
    }
  }

  /** The limits that are set. */
  Limits limits() {
    return new Limits(tres, counts);
  }
}
