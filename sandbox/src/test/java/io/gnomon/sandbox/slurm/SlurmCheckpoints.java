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
 * Observations of squeue, each compared with the mirror at the same second, once it has reached it.
 * A job that changes within the second before or after may be reported as it was before or after
 * it.
 */
final class SlurmCheckpoints {
  private static final int ABOUT = 1;

  private final RealSlurm slurm;
  private final ReportedQueue reported;
  private final InstantSource clock = InstantSource.system();
  private final Queue<Observation> observations = new ArrayDeque<>();
  private int compared;
  private int jobs;
  private int most;

  /**
   * What squeue has said.
   *
   * @param from the second in which it was asked
   * @param to the second in which it had answered
   */
  private record Observation(long from, long to, Map<String, String> jobs) {}

  SlurmCheckpoints(RealSlurm slurm, ReportedQueue reported) {
    this.slurm = slurm;
    this.reported = reported;
  }

  /** Asks squeue, and compares the observations that the mirror has come by. */
  void take() throws Exception {
    long from = clock.instant().getEpochSecond();
    Map<String, String> squeue = slurm.queue();
    observations.add(new Observation(from, clock.instant().getEpochSecond(), squeue));
    reported.read();
    while (!observations.isEmpty() && observations.element().to() + ABOUT < reported.clock()) {
      compare(observations.remove());
    }
  }

  private void compare(Observation observation) {
    List<Map<String, String>> mirrored = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(observation.jobs().keySet());
    for (long second = observation.from() - ABOUT; second <= observation.to() + ABOUT; second++) {
      mirrored.add(reported.at(second));
      names.addAll(reported.at(second).keySet());
    }
    for (String name : names) {
      String said = observation.jobs().getOrDefault(name, "away");
      List<String> states = new ArrayList<>();
      for (int i = 0; i < mirrored.size(); i++) {
        String state = mirrored.get(i).getOrDefault(name, "away");
        states.add(state);
        long second = observation.from() - ABOUT + i;
        if (state.equals(said.replace("PENDING", "RUNNING") + " since " + second)) {
          states.add(said); // it waited earlier in the second in which it started
        }
      }
      assertThat(states)
          .as(
              "job %s at %s, by squeue and in the mirror",
              name, Instant.ofEpochSecond(observation.from()))
          .contains(said);
    }
    compared++;
    jobs += observation.jobs().size();
    most = Math.max(most, observation.jobs().size());
  }

  /** The mirror. */
  ReportedQueue reported() {
    return reported;
  }

  /** How many observations have been compared. */
  int compared() {
    return compared;
  }

  /** What was compared. */
  String report() {
    return "%d observations of squeue equal the mirror, %d jobs in all, at most %d at once"
        .formatted(compared, jobs, most);
  }
}
