package io.gnomon.bridge.slurm.client;

import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How busy slurmctld is, by {@code sdiag}. Source: manuals of sdiag and slurm.conf ({@code
 * max_rpc_cnt}).
 *
 * @param threads requests that it works on
 */
public record ControllerLoad(int threads) {
  /** Of the 256 that slurmctld has. */
  private static final int MANY_THREADS = 64;

  private static final Pattern THREADS = Pattern.compile("(?m)^Server thread count: +(\\d{1,6})$");

  /** Reads the output of {@code sdiag}; 0 threads if they are not printed. */
  public static ControllerLoad of(String printed) {
    Matcher matcher = THREADS.matcher(printed);
    return new ControllerLoad(matcher.find() ? Integer.parseInt(matcher.group(1)) : 0);
  }

  /**
   * Returns from how many requests on it is busy: half of those at which slurmctld puts off
   * scheduling ({@code max_rpc_cnt}), or a quarter of its threads.
   *
   * @param settings see {@link SlurmReader#settings}
   */
  public static int busyThreads(Map<String, String> settings) {
    return SchedulerParameters.parse(settings.getOrDefault(SchedulerParameters.KEY, ""))
        .options()
        .stream()
        .filter(option -> option.name().equals(SlurmParameter.MAX_RPC_CNT.parameter()))
        .flatMap(option -> option.value().stream())
        .filter(value -> value.matches("[1-9]\\d{0,3}"))
        .map(value -> Math.max(2, Integer.parseInt(value) / 2))
        .findFirst()
        .orElse(MANY_THREADS);
  }
}
