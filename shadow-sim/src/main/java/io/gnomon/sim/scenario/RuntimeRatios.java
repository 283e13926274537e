package io.gnomon.sim.scenario;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What fraction of their estimates jobs have run lately: those of the same user, else those with an
 * estimate within the same power of two, else all, whichever of these are enough. The runtimes that
 * a forecast draws. Immutable once it is made.
 */
public final class RuntimeRatios {
  private static final int ENOUGH = 12;
  private static final int ATTEMPTS = 32;

  private final Pool all = new Pool();
  private final Map<Integer, Pool> byUser = new HashMap<>();
  private final Map<Integer, Pool> byOctave = new HashMap<>();

  public RuntimeRatios(JobHistory history) {
    history.forEach(
        (user, width, estimate, runtime) -> {
          if (runtime == JobHistory.UNKNOWN) {
            return;
          }
          double ratio = (double) runtime / Math.max(1, estimate);
          all.add(ratio);
          byOctave.computeIfAbsent(octave(estimate), first -> new Pool()).add(ratio);
          if (user >= 0) {
            byUser.computeIfAbsent(user, first -> new Pool()).add(ratio);
          }
        });
    byUser.values().removeIf(pool -> pool.size < ENOUGH);
    byOctave.values().removeIf(pool -> pool.size < ENOUGH);
  }

  /**
   * A runtime for a job in seconds; its estimate, where nothing is known or none that has been
   * drawn is long enough.
   *
   * @param elapsed seconds that it has run already
   */
  public int draw(SplittableRandom random, int user, int estimate, int elapsed) {
    Pool known = byUser.getOrDefault(user, byOctave.getOrDefault(octave(estimate), all));
    for (int attempt = 0; attempt < ATTEMPTS && known.size > 0; attempt++) {
      double runtime = known.ratios[random.nextInt(known.size)] * estimate;
      if (runtime > elapsed) {
        return (int) Math.min(Integer.MAX_VALUE / 2, Math.max(1, Math.round(runtime)));
      }
    }
    return Math.max(estimate, elapsed + 1);
  }

  private static int octave(int estimate) {
    return Integer.numberOfLeadingZeros(Math.max(1, estimate));
  }

  private static final class Pool {
    private double[] ratios = new double[16];
    private int size;

    void add(double ratio) {
      if (size == ratios.length) {
        ratios = Arrays.copyOf(ratios, 2 * size);
      }
      ratios[size++] = ratio;
    }
  }
}
