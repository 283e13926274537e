package io.gnomon.slurm.parameter;

import java.util.List;

/**
 * The values that a parameter may have in a policy.
 *
 * @param kind what they are
 * @param unit their unit in Slurm
 * @param defaultText the default of the policy; {@value #OF_SITE} for what the site declares
 * @param least the smallest number, in seconds for times
 * @param most the largest number, in seconds for times
 * @param words the allowed words of a choice
 */
public record Values(
    Kind kind, Unit unit, String defaultText, long least, long most, List<String> words) {
  /** The default of a parameter whose value the site declares. */
  public static final String OF_SITE = "site";

  /** What the values are. */
  public enum Kind {
    /** A whole number. */
    COUNT,
    /** A number. */
    NUMBER,
    /** A time in whole seconds. */
    TIME,
    /** Whether an option is given. */
    FLAG,
    /** One of several words. */
    CHOICE
  }

  /** Copies the words. */
  public Values {
    words = List.copyOf(words);
  }

  static Values count(Unit unit, long least, long most, long byDefault) {
    return new Values(Kind.COUNT, unit, Long.toString(byDefault), least, most, List.of());
  }

  static Values number(Unit unit, long least, long most, long byDefault) {
    return new Values(Kind.NUMBER, unit, Long.toString(byDefault), least, most, List.of());
  }

  static Values time(Unit unit, long least, long most, String byDefault) {
    return new Values(Kind.TIME, unit, byDefault, least, most, List.of());
  }

  static Values flag() {
    return new Values(Kind.FLAG, Unit.NONE, "false", 0, 1, List.of("true", "false"));
  }

  /** One of several words; the first is the default. */
  static Values choice(String... words) {
    return new Values(Kind.CHOICE, Unit.NONE, words[0], 0, 0, List.of(words));
  }

  /** The points of a weight, by default the site's. */
  static Values points(long most) {
    return count(Unit.POINTS, 0, most, 0).ofSite();
  }

  /** The same values with the site's as default. */
  Values ofSite() {
    return new Values(kind, unit, OF_SITE, least, most, words);
  }

  /** Whether the default is what the site declares. */
  public boolean isOfSite() {
    return defaultText.equals(OF_SITE);
  }
}
