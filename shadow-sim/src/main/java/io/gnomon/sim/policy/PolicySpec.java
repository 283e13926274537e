package io.gnomon.sim.policy;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The specification of a scheduling policy: a name and parameters. Its text form, {@code name} or
 * {@code name(key=value, key=value)}, is used on the command line and in commands. Parsing the
 * result of {@link #toString()} gives an equal spec.
 *
 * @param name of the family, lower-case words joined by hyphens
 * @param parameters the given parameters, sorted by key
 */
public record PolicySpec(String name, Map<String, String> parameters) {
  private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  // underscores, dots and capitals: bf_interval and qos.normal.MaxJobsPU have Slurm's names
  private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9]*([-_.]+[A-Za-z0-9]+)*");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9.+*/:_%-]+");

  /** Checks the syntax; {@link Policies} checks that the family exists. */
  public PolicySpec {
    require(WORD, name, "policy name", "lower case words joined by '-'");
    parameters.forEach(
        (key, value) -> {
          require(KEY, key, "parameter name", "words joined by '-', '_' or '.'");
          require(VALUE, value, "value of " + key, "letters, digits and . + * / : _ % -");
        });
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** A policy with default parameters. */
  public static PolicySpec of(String name) {
    return new PolicySpec(name, Map.of());
  }

  /**
   * Parses the text form. Spaces around words are ignored.
   *
   * @throws InvalidPolicyException naming the text and the invalid part
   */
  public static PolicySpec parse(String text) {
    String trimmed = text.strip();
    int open = trimmed.indexOf('(');
    if (open < 0) {
      return of(trimmed);
    }
    if (!trimmed.endsWith(")")) {
      throw new InvalidPolicyException(
          "policy '" + text + "' does not end with ')'; write name(key=value, key=value)");
    }
    Map<String, String> parameters = new TreeMap<>();
    String inner = trimmed.substring(open + 1, trimmed.length() - 1);
    if (!inner.isBlank()) {
      for (String part : inner.split(",", -1)) {
        int equals = part.indexOf('=');
        if (equals < 0) {
          throw new InvalidPolicyException(
              "policy '" + text + "': '" + part.strip() + "' is not of the form key=value");
        }
        String key = part.substring(0, equals).strip();
        if (parameters.put(key, part.substring(equals + 1).strip()) != null) {
          throw new InvalidPolicyException("policy '" + text + "' gives '" + key + "' twice");
        }
      }
    }
    return new PolicySpec(trimmed.substring(0, open).strip(), parameters);
  }

  /** A copy with one parameter set. */
  public PolicySpec with(String key, Object value) {
    Map<String, String> changed = new TreeMap<>(parameters);
    changed.put(key, value.toString());
    return new PolicySpec(name, changed);
  }

  /** A copy with one parameter reset to its default. */
  public PolicySpec without(String key) {
    Map<String, String> changed = new TreeMap<>(parameters);
    changed.remove(key);
    return new PolicySpec(name, changed);
  }

  @Override
  public String toString() {
    if (parameters.isEmpty()) {
      return name;
    }
    return parameters.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(", ", name + "(", ")"));
  }

  private static void require(Pattern form, String text, String what, String allowed) {
    if (!form.matcher(text).matches()) {
      throw new InvalidPolicyException(what + " '" + text + "' is not allowed; write " + allowed);
    }
  }
}
