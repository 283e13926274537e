package io.gnomon.sim.spec;

import io.gnomon.text.SpecText;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The specification of a policy, an objective, a guard or a predictor: a name and parameters. Its
 * text form, {@code name} or {@code name(key=value, key=value)}, is used on the command line and in
 * commands. Parsing the result of {@link #toString()} gives an equal spec.
 *
 * @param name of the family, lower-case words joined by hyphens
 * @param parameters the given parameters, sorted by key
 */
public record Spec(String name, Map<String, String> parameters) {
  private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  // underscores, dots and capitals: bf_interval and qos.normal.MaxJobsPU have Slurm's names
  private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9]*([-_.]+[A-Za-z0-9]+)*");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9.+*/:_%-]+");

  /** Checks the syntax; a {@link Registry} checks that the family exists. */
  public Spec {
    require(WORD, name, "policy name", "lower case words joined by '-'");
    parameters.forEach(
        (key, value) -> {
          require(KEY, key, "parameter name", "words joined by '-', '_' or '.'");
          require(VALUE, value, "value of " + key, "letters, digits and . + * / : _ % -");
        });
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** A spec with default parameters. */
  public static Spec of(String name) {
    return new Spec(name, Map.of());
  }

  /**
   * Parses the text form. Spaces around words are ignored.
   *
   * @throws InvalidSpecException naming the text and the invalid part
   */
  public static Spec parse(String text) {
    SpecText read;
    try {
      read = SpecText.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new InvalidSpecException(String.valueOf(wrong.getMessage()));
    }
    return new Spec(read.name(), read.parameters());
  }

  /** A copy with one parameter set. */
  public Spec with(String key, Object value) {
    Map<String, String> changed = new TreeMap<>(parameters);
    changed.put(key, value.toString());
    return new Spec(name, changed);
  }

  /** A copy with one parameter reset to its default. */
  public Spec without(String key) {
    Map<String, String> changed = new TreeMap<>(parameters);
    changed.remove(key);
    return new Spec(name, changed);
  }

  @Override
  public String toString() {
    return new SpecText(name, parameters).toString();
  }

  private static void require(Pattern form, String text, String what, String allowed) {
    if (!form.matcher(text).matches()) {
      throw new InvalidSpecException(what + " '" + text + "' is not allowed; write " + allowed);
    }
  }
}
