package io.gnomon.sim.policy.slurm.parameter;

import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.ParameterGroup;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Values;
import io.gnomon.text.Durations;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of Slurm's parameters as parameters of the policy {@code slurm}. All reading methods
 * throw an {@link InvalidSpecException} for a value that is not allowed.
 */
public final class PolicyParameters {
  private static final Map<SlurmParameter, Parameter<?>> ALL = new EnumMap<>(SlurmParameter.class);

  static {
    for (SlurmParameter row : SlurmParameter.values()) {
      if (row.isSimulated() && row.group() != ParameterGroup.LIMITS) {
        ALL.put(row, parameter(row, row.parameter(), ""));
      }
    }
  }

  private PolicyParameters() {}

  /** The parameters of some groups, in the order of the groups. */
  public static List<Parameter<?>> of(ParameterGroup... groups) {
    return Arrays.stream(groups)
        .flatMap(group -> ALL.keySet().stream().filter(row -> row.group() == group))
        .<Parameter<?>>map(PolicyParameters::of)
        .toList();
  }

  private static Parameter<?> of(SlurmParameter row) {
    Parameter<?> parameter = ALL.get(row);
    if (parameter == null) {
      throw new IllegalArgumentException("the policy slurm has no parameter " + row.parameter());
    }
    return parameter;
  }

  /** The parameter of a limit or priority of a QOS or partition. */
  public static Parameter<?> of(SiteLimit limit) {
    return parameter(limit.row(), limit.parameter(), limit.of());
  }

  /**
   * The parameter of a row.
   *
   * @param of name of the QOS or partition; empty without one
   */
  private static Parameter<?> parameter(SlurmParameter row, String name, String of) {
    Values allowed = row.allowed();
    Parameter<?> parameter = ofSlurm(allowed, name, row.meaning());
    Parameter<?> withDefault = allowed.isOfSite() ? parameter.orOfSite() : parameter;
    return row == SlurmParameter.SCHEDULER
        ? withDefault
        : withDefault.inWords(value -> words(row, value, of));
  }

  private static String words(SlurmParameter row, String value, String of) {
    boolean isTime = row.allowed().kind() == Values.Kind.TIME;
    return row.words(value)
        .formatted(isTime ? Description.time(Durations.parseSeconds(value)) : value, of);
  }

  private static Parameter<?> ofSlurm(Values allowed, String name, String meaning) {
    String byDefault = allowed.isOfSite() ? Long.toString(allowed.least()) : allowed.defaultText();
    int least = (int) allowed.least();
    return switch (allowed.kind()) {
      case COUNT ->
          Parameter.integer(
              name, Integer.parseInt(byDefault), least, (int) allowed.most(), meaning);
      case NUMBER ->
          Parameter.number(name, Double.parseDouble(byDefault), least, allowed.most(), meaning);
      case TIME -> Parameter.seconds(name, byDefault, least, (int) allowed.most(), meaning);
      case FLAG -> Parameter.flag(name, false, meaning);
      case CHOICE -> Parameter.choice(name, allowed.words().get(0), allowed.words(), meaning);
    };
  }

  /** A whole number or a time in seconds. */
  public static int whole(SlurmParameter row, Spec spec) {
    return (Integer) of(row).in(spec);
  }

  /** A number. */
  public static double number(SlurmParameter row, Spec spec) {
    return (Double) of(row).in(spec);
  }

  /** Whether an option is given. */
  public static boolean flag(SlurmParameter row, Spec spec) {
    return (Boolean) of(row).in(spec);
  }

  /** A word. */
  public static String word(SlurmParameter row, Spec spec) {
    return (String) of(row).in(spec);
  }

  /** A whole number or a time in seconds; empty for the site's. */
  public static Optional<Integer> wholeUnlessSite(SlurmParameter row, Spec spec) {
    return ((Optional<?>) of(row).in(spec)).map(Integer.class::cast);
  }

  /** A word; empty for the site's. */
  public static Optional<String> wordUnlessSite(SlurmParameter row, Spec spec) {
    return ((Optional<?>) of(row).in(spec)).map(String.class::cast);
  }

  /** The value of a limit; empty for the site's. */
  public static Optional<Integer> value(SiteLimit limit, Spec spec) {
    return ((Optional<?>) of(limit).in(spec)).map(Integer.class::cast);
  }

  /** Checks the values of some groups. */
  public static void check(Spec spec, ParameterGroup... groups) {
    of(groups).forEach(parameter -> parameter.in(spec));
  }

  /** The values of all parameters that are whole numbers or times, read once. */
  public static Numbers numbers(Spec spec) {
    int[] values = new int[SlurmParameter.values().length];
    ALL.forEach(
        (row, parameter) -> {
          if (parameter.in(spec) instanceof Integer value) {
            values[row.ordinal()] = value;
          }
        });
    return new Numbers(values);
  }

  /** Whole numbers and times in seconds. Immutable; a lookup is an access to an array. */
  public static final class Numbers {
    private final int[] values;

    private Numbers(int[] values) {
      this.values = values;
    }

    /** The value of a parameter that is a whole number or a time. */
    public int of(SlurmParameter row) {
      return values[row.ordinal()];
    }
  }
}
