package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;

/**
 * Looks of squeue, each compared with the mirror of the same second once the mirror has come by it.
 * A job that changes within the second before or after may be told as it was before, or after.
 */
final class SlurmCheckpoints {
  private static final int ABOUT = 1;

  private final RealSlurm slurm;
  private final ReportedQueue told;
  private final InstantSource clock = InstantSource.system();
  private final Queue<Look> looks = new ArrayDeque<>();
  private int compared;
  private int jobs;
  private int most;

  /**
   * What squeue has said.
   *
   * @param from the second in which it was asked
   * @param to the second in which it had answered
   */
  private record Look(long from, long to, Map<String, String> jobs) {}

  SlurmCheckpoints(RealSlurm slurm, ReportedQueue told) {
    this.slurm = slurm;
    this.told = told;
  }

  /** Asks squeue, and compares the looks that the mirror has come by. */
  void take() throws Exception {
    long from = clock.instant().getEpochSecond();
    Map<String, String> squeue = slurm.queue();
    looks.add(new Look(from, clock.instant().getEpochSecond(), squeue));
    told.read();
    while (!looks.isEmpty() && looks.element().to() + ABOUT < told.clock()) {
      compare(looks.remove());
    }
  }

  private void compare(Look look) {
    List<Map<String, String>> mirrored = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(look.jobs().keySet());
    for (long second = look.from() - ABOUT; second <= look.to() + ABOUT; second++) {
      mirrored.add(told.at(second));
      names.addAll(told.at(second).keySet());
    }
    for (String name : names) {
      String said = look.jobs().getOrDefault(name, "away");
      List<String> states = mirrored.stream().map(at -> at.getOrDefault(name, "away")).toList();
      assertThat(states)
          .as("job %s at %s, by squeue and in the mirror", name, Instant.ofEpochSecond(look.from()))
          .contains(said);
    }
    compared++;
    jobs += look.jobs().size();
    most = Math.max(most, look.jobs().size());
  }

  /** The mirror. */
  ReportedQueue told() {
    return told;
  }

  /** How many looks have been compared. */
  int compared() {
    return compared;
  }

  /** What was compared. */
  String report() {
    return "%d looks of squeue equal the mirror, %d jobs in all, at most %d at once"
        .formatted(compared, jobs, most);
  }
}
