package io.gnomon.sandbox.slurm;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.awaitility.Awaitility;

/** What sprio and sshare of a real Slurm print at some instants. */
final class PrioritySamples {
  /** Weighted and normalised factors, by name of the column in {@link Sample#factors}. */
  private static final String SPRIO =
      "%i|%Y|%A|%a|%B|%F|%f|%J|%j|%P|%p|%Q|%q|%S|%T|%N"; // Y is the priority, N the nice value

  private static final List<String> COLUMNS =
      List.of(
          "job",
          "priority",
          "age",
          "age-factor",
          "association",
          "fairShare",
          "fairShare-factor",
          "jobSize",
          "jobSize-factor",
          "partition",
          "partition-factor",
          "qos",
          "qos-factor",
          "site",
          "tres",
          "nice");

  /**
   * One instant.
   *
   * @param calculatedAt when Slurm had last calculated usage and priorities
   * @param from epoch second before the programs were run
   * @param to epoch second after they were run
   * @param factors rows of sprio, by job and column
   * @param shares rows of sshare, by column
   */
  record Sample(
      long calculatedAt,
      long from,
      long to,
      Map<Long, Map<String, String>> factors,
      List<Map<String, String>> shares) {}

  private final RealSlurm slurm;
  private final TreeSet<Long> calculations = new TreeSet<>();
  private final List<Sample> samples = new ArrayList<>();

  PrioritySamples(RealSlurm slurm) throws IOException {
    this.slurm = slurm;
    calculations.add(lastCalculation());
  }

  /** When Slurm calculated usage and priorities, since this was created. */
  List<Long> calculations() {
    return List.copyOf(calculations);
  }

  /** The samples that were taken. */
  List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** Takes so many samples; Slurm does not calculate while one is taken. */
  void take(int count, Duration between) {
    for (int wanted = samples.size() + count; samples.size() < wanted; ) {
      Instant next = Instant.now().plus(between);
      Awaitility.await("the next sample")
          .atMost(between.plusMinutes(1))
          .pollInterval(Duration.ofMillis(500))
          .until(
              () -> {
                calculations.add(lastCalculation());
                return Instant.now().isAfter(next) && sampled();
              });
    }
  }

  private boolean sampled() throws Exception {
    long calculated = lastCalculation();
    long from = Instant.now().getEpochSecond();
    Map<Long, Map<String, String>> factors = factors();
    List<Map<String, String>> shares = shares();
    long to = Instant.now().getEpochSecond();
    if (calculated != lastCalculation()) {
      return false;
    }
    samples.add(new Sample(calculated, from, to, factors, shares));
    return true;
  }

  private Map<Long, Map<String, String>> factors() throws Exception {
    Map<Long, Map<String, String>> factors = new HashMap<>();
    slurm
        .run("sprio", "-h", "-o", SPRIO)
        .lines()
        .map(line -> row(COLUMNS, line))
        .forEach(row -> factors.put(Long.valueOf(row.get("job")), row));
    return factors;
  }

  private List<Map<String, String>> shares() throws Exception {
    List<String> lines = slurm.run("sshare", "-a", "-l", "-P").lines().toList();
    List<String> columns = List.of(lines.get(0).split("\\|"));
    return lines.stream().skip(1).map(line -> row(columns, line)).toList();
  }

  private static Map<String, String> row(List<String> columns, String line) {
    String[] fields = line.split("\\|", -1);
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      row.put(columns.get(i), fields[i].strip());
    }
    return row;
  }

  /** slurmctld stores the time of its last calculation in its state folder. */
  private long lastCalculation() throws IOException {
    Path file = slurm.folder().resolve("state/priority_last_decay_ran");
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return in.readLong();
    }
  }
}
