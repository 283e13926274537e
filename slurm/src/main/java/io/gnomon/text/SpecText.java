package io.gnomon.text;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A name with parameters in text form, {@code name} or {@code name(key=value, key=value)}, such as
 * a policy.
 *
 * @param name the name
 * @param parameters the parameters in the text, sorted by key
 */
public record SpecText(String name, Map<String, String> parameters) {
  /** Parameters are copied and sorted. */
  public SpecText {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /**
   * Parses the text form of a spec. Spaces around words are ignored.
   *
   * @throws IllegalArgumentException naming the text and the invalid part
   */
  public static SpecText parse(String text) {
    String stripped = text.strip();
    int open = stripped.indexOf('(');
    if (open < 0) {
      return new SpecText(stripped, Map.of());
    }
    if (!stripped.endsWith(")")) {
      throw new IllegalArgumentException(
          "policy '" + text + "' does not end with ')'; write name(key=value, key=value)");
    }
    Map<String, String> parameters = new TreeMap<>();
    String inner = stripped.substring(open + 1, stripped.length() - 1);
    for (String part : inner.isBlank() ? new String[0] : inner.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "policy '" + text + "': '" + part.strip() + "' is not of the form key=value");
      }
      String key = part.substring(0, equals).strip();
      if (parameters.put(key, part.substring(equals + 1).strip()) != null) {
        throw new IllegalArgumentException("policy '" + text + "' gives '" + key + "' twice");
      }
    }
    return new SpecText(stripped.substring(0, open).strip(), parameters);
  }

  /** A copy with one parameter set. */
  public SpecText with(String key, String value) {
    Map<String, String> changed = new TreeMap<>(parameters);
    changed.put(key, value);
    return new SpecText(name, changed);
  }

  /** A copy that also has the parameters of {@code other} that it does not name. */
  public SpecText withMissing(SpecText other) {
    Map<String, String> all = new TreeMap<>(other.parameters);
    all.putAll(parameters);
    return new SpecText(name, all);
  }

  /** A copy without a parameter. */
  public SpecText without(String key) {
    Map<String, String> others = new TreeMap<>(parameters);
    others.remove(key);
    return new SpecText(name, others);
  }

  /** Returns the text form. */
  @Override
  public String toString() {
    return parameters.isEmpty()
        ? name
        : parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", ", name + "(", ")"));
  }
}
