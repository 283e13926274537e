package io.gnomon.sim.metric.objective;

import io.gnomon.sim.metric.objective.Guard.Measure;
import io.gnomon.sim.spec.Registry;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.CategoryScheme;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** The guards on the class path, built from their text form, and the built-in families. */
public final class Guards {
  private static final class Loaded {
    static final Registry<Guard, GuardFamily> FAMILIES = new Registry<>("guard", GuardFamily.class);
  }

  private static final int SHARE_GROUPS = 4096; // associations modulo this number

  private Guards() {}

  /** Every family, by name. */
  public static List<GuardFamily> families() {
    return Loaded.FAMILIES.all();
  }

  /**
   * Builds the guard described by a text such as {@code category(factor=1.05)}.
   *
   * @throws io.gnomon.sim.spec.InvalidSpecException for an unknown family or parameter, or a value
   *     that is not allowed; the message lists what is allowed
   */
  public static Guard create(String text) {
    return Loaded.FAMILIES.create(Spec.parse(text));
  }

  private record Figure(
      String name,
      double factor,
      int groups,
      Measure measure,
      ToIntFunction<ServedJob> division,
      ToDoubleFunction<ServedJob> figure)
      implements Guard {
    @Override
    public int group(ServedJob job) {
      return division.applyAsInt(job);
    }

    @Override
    public double value(ServedJob job) {
      return figure.applyAsDouble(job);
    }
  }

  /** {@code category}: the mean wait of the worst-off of kettimuthu2005's sixteen categories. */
  public static final class WorstCategory implements GuardFamily {
    @Override
    public String name() {
      return "category";
    }

    @Override
    public String summary() {
      return "mean wait of the worst-off of sixteen categories by runtime and width";
    }

    @Override
    public Guard create(Spec spec) {
      CategoryScheme scheme = CategoryScheme.SIXTEEN;
      return new Figure(
          name(),
          FACTOR.in(spec),
          scheme.size(),
          Measure.WORST_MEAN,
          job -> scheme.category(job.runtime, job.width),
          job -> job.wait);
    }
  }

  /** {@code oldest}: the longest wait of any job. */
  public static final class OldestJob implements GuardFamily {
    @Override
    public String name() {
      return "oldest";
    }

    @Override
    public String summary() {
      return "longest wait of any job";
    }

    @Override
    public Guard create(Spec spec) {
      return new Figure(name(), FACTOR.in(spec), 1, Measure.GREATEST, job -> 0, job -> job.wait);
    }
  }

  /**
   * {@code widest}: the mean bounded slowdown of jobs that request at least a quarter of the
   * machine.
   */
  public static final class WidestJobs implements GuardFamily {
    private static final double WIDE = 0.25;

    @Override
    public String name() {
      return "widest";
    }

    @Override
    public String summary() {
      return "mean bounded slowdown of jobs that request at least a quarter of the machine";
    }

    @Override
    public Guard create(Spec spec) {
      return new Figure(
          name(),
          FACTOR.in(spec),
          1,
          Measure.WORST_MEAN,
          job -> job.share() >= WIDE ? 0 : -1,
          ServedJob::boundedSlowdown);
    }
  }

  /** {@code account-share}: each account's part of the processor time in the studied period. */
  public static final class AccountShare implements GuardFamily {
    /** Its name in the text form. */
    public static final String NAME = "account-share";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String summary() {
      return "each account's share of the processor time, compared with the configuration in force";
    }

    @Override
    public Guard create(Spec spec) {
      return shares(name(), FACTOR.in(spec), job -> job.account);
    }
  }

  /** {@code user-share}: the same for each user of an account. */
  public static final class UserShare implements GuardFamily {
    /** Its name in the text form. */
    public static final String NAME = "user-share";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String summary() {
      return "each user's share of the processor time, compared with the configuration in force";
    }

    @Override
    public Guard create(Spec spec) {
      return shares(name(), FACTOR.in(spec), job -> job.association);
    }
  }

  private static Guard shares(String name, double factor, ToIntFunction<ServedJob> association) {
    return new Figure(
        name,
        factor,
        SHARE_GROUPS,
        Measure.SHARES,
        job -> association.applyAsInt(job) < 0 ? -1 : association.applyAsInt(job) % SHARE_GROUPS,
        ServedJob::service);
  }

  /** {@code user}: the mean bounded slowdown of the worst-off user. */
  public static final class WorstUser implements GuardFamily {
    private static final int GROUPS = 1024;

    @Override
    public String name() {
      return "user";
    }

    @Override
    public String summary() {
      return "mean bounded slowdown of the worst-off user (user numbers modulo 1024)";
    }

    @Override
    public Guard create(Spec spec) {
      return new Figure(
          name(),
          FACTOR.in(spec),
          GROUPS,
          Measure.WORST_MEAN,
          job -> Math.floorMod(job.user, GROUPS),
          ServedJob::boundedSlowdown);
    }
  }
}
