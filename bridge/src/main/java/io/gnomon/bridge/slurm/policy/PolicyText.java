package io.gnomon.bridge.slurm.policy;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A policy in text form, {@code name} or {@code name(key=value, key=value)}.
 *
 * @param name name of the policy
 * @param parameters the parameters in the text, sorted by key
 */
public record PolicyText(String name, Map<String, String> parameters) {
  /** Parameters are copied and sorted. */
  public PolicyText {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** Returns the text form, with the parameters sorted by key. */
  String text() {
    return parameters.isEmpty()
        ? name
        : parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", ", name + "(", ")"));
  }

  /** Returns this policy without a parameter. */
  PolicyText without(String key) {
    Map<String, String> others = new TreeMap<>(parameters);
    others.remove(key);
    return new PolicyText(name, others);
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  public static PolicyText parse(String text) {
    String stripped = text.strip();
    int open = stripped.indexOf('(');
    if (open < 0) {
      return new PolicyText(stripped, Map.of());
    }
    if (!stripped.endsWith(")")) {
      throw new IllegalArgumentException("policy '" + text + "' does not end with ')'");
    }
    Map<String, String> parameters = new TreeMap<>();
    String inner = stripped.substring(open + 1, stripped.length() - 1);
    for (String part : inner.isBlank() ? new String[0] : inner.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "policy '" + text + "': '" + part.strip() + "' is not of the form key=value");
      }
      parameters.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
    }
    return new PolicyText(stripped.substring(0, open).strip(), parameters);
  }
}
