package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Why jobs wait.
 *
 * @param kind what makes them wait
 * @param share of all waiting in the simulated record, from 0 to 1
 * @param evidence what shows it, as the rest of a sentence
 */
public record WaitCause(Kind kind, double share, String evidence) {
  /** What can make jobs wait. */
  public enum Kind {
    /** Jobs want more processors than there are. */
    CAPACITY("demand above capacity"),
    /** Jobs want more GPUs than there are. */
    GPUS("too few GPUs"),
    /** Limits of associations and QOS, or licences. */
    LIMITS("limits"),
    /** Nodes are not shared. */
    WHOLE_NODES("nodes that jobs do not share"),
    /** Requested times are far from runtimes, so that backfill finds less. */
    ESTIMATES("requested times that are too long"),
    /** Free processors do not fit the jobs that wait. */
    FRAGMENTATION("free processors that do not fit the waiting jobs"),
    /** Begin times, dependencies and holds of the jobs themselves. */
    ELIGIBILITY("begin times, dependencies and holds");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /** The cause in words. */
    public String title() {
      return title;
    }
  }

  private static final double LEAST = 0.03;

  /**
   * The causes, the largest share first. Nodes that are not shared are the cause of as much as
   * waits fall by if they are: then processors seem to be in use. Of the rest, processors and GPUs
   * are the cause while they are in use, and what remains is distributed in the order of what waits
   * fall by without limits and wrong times, each at most by this.
   *
   * @param time of the simulation of the configuration in force
   * @param before its figures
   * @param without the figures of the simulations without a possible cause
   */
  public static List<WaitCause> of(
      WaitingTime time,
      ConfigurationFigures before,
      Map<RemovedCause, ConfigurationFigures> without) {
    List<WaitCause> causes = new ArrayList<>();
    ConfigurationFigures shared = without.get(RemovedCause.SHARED_NODES);
    double fall = shared == null ? 0 : Math.max(0, shared.all().waitGain(before.all()));
    double whole = Math.min(fall, time.cpus() + time.free());
    double cpus = Math.max(0, time.cpus() - whole);
    causes.add(
        new WaitCause(
            Kind.WHOLE_NODES,
            whole,
            "if jobs share nodes, the mean wait falls by " + percent(fall)));
    causes.add(
        new WaitCause(
            Kind.CAPACITY,
            cpus,
            ("at these times at least %s of the processors are in use; over the whole record, the"
                    + " submitted work is %s of what the machine can do")
                .formatted(percent(WaitingTime.FULL), percent(time.load()))));
    causes.add(
        new WaitCause(
            Kind.GPUS,
            time.gpus(),
            ("at these times at least %s of the GPUs are in use; over the whole record, jobs hold %s of"
                    + " the GPU time that there is")
                .formatted(percent(WaitingTime.FULL), percent(time.gpuLoad()))));
    causes.add(
        new WaitCause(
            Kind.ELIGIBILITY,
            time.notEligible(),
            "the jobs could not start earlier by themselves"));
    record Fall(Kind kind, double gain) {}
    List<Fall> falls = new ArrayList<>();
    without.forEach(
        (what, figures) -> {
          double gain = figures.all().waitGain(before.all());
          switch (what) {
            case NO_LIMITS -> falls.add(new Fall(Kind.LIMITS, gain));
            case EXACT_TIMES -> falls.add(new Fall(Kind.ESTIMATES, gain));
            case SHARED_NODES, NO_PRIORITIES -> {} // above; and changes which jobs wait, not why
          }
        });
    falls.sort(Comparator.comparingDouble((Fall one) -> -one.gain()).thenComparing(Fall::kind));
    double left = time.free() - Math.max(0, whole - time.cpus());
    for (Fall one : falls) {
      double share = Math.min(left, Math.max(0, one.gain()));
      left -= share;
      causes.add(
          new WaitCause(
              one.kind(),
              share,
              "processors are free, and without this the mean wait falls by "
                  + percent(one.gain())));
    }
    causes.add(
        new WaitCause(
            Kind.FRAGMENTATION,
            left,
            "processors are free, but not enough at once, not with the memory or features"
                + " requested, or they are kept for jobs with a higher priority"));
    causes.removeIf(cause -> cause.share < LEAST);
    causes.sort(Comparator.comparingDouble(cause -> -cause.share));
    return causes;
  }

  static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
  }
}
