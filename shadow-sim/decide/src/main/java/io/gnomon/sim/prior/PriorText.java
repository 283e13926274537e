package io.gnomon.sim.prior;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.WaitRatios;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of a prior. It has no dependencies, as nothing in this module has.
 *
 * <p>The value is an object with {@code source}, {@code workloads} (an array of strings) and {@code
 * policies}: an array of objects with {@code policy} and the arrays of numbers {@code cost}, {@code
 * worstCategory} and {@code longestWait}, one number for each workload.
 */
final class PriorText {
  private static final String END = "the end";

  /** Arrays and objects in each other; a prior has four. */
  private static final int DEEPEST = 4;

  private final String text;
  private int at;
  private int depth;

  private PriorText(String text) {
    this.text = text;
  }

  static Prior read(String json) {
    PriorText reader = new PriorText(json);
    Object value = reader.value();
    if (!reader.peek().equals(END)) {
      throw reader.unexpected(END);
    }
    Map<?, ?> fields = object(value, "the file");
    Map<Spec, List<Prior.Result>> results = new LinkedHashMap<>();
    for (Object one : list(fields, "policies")) {
      Map<?, ?> policy = object(one, "an element of policies");
      Spec spec = Spec.parse(string(policy, "policy"));
      Policies.create(spec);
      results.put(spec, results(policy));
    }
    List<String> workloads =
        list(fields, "workloads").stream()
            .map(name -> typed(name, String.class, "workloads"))
            .toList();
    return new Prior(workloads, string(fields, "source"), results);
  }

  private static List<Prior.Result> results(Map<?, ?> policy) {
    List<?> costs = list(policy, "cost");
    List<?> categories = list(policy, "worstCategory");
    List<?> longest = list(policy, "longestWait");
    if (categories.size() != costs.size() || longest.size() != costs.size()) {
      throw new IllegalArgumentException(
          "cost, worstCategory and longestWait of %s have %d, %d and %d numbers; they must have as many as there are workloads"
              .formatted(policy.get("policy"), costs.size(), categories.size(), longest.size()));
    }
    List<Prior.Result> results = new ArrayList<>();
    for (int i = 0; i < costs.size(); i++) {
      results.add(
          new Prior.Result(
              typed(costs.get(i), Double.class, "cost"),
              new WaitRatios(
                  typed(categories.get(i), Double.class, "worstCategory"),
                  typed(longest.get(i), Double.class, "longestWait"))));
    }
    return results;
  }

  private static Map<?, ?> object(Object value, String name) {
    return typed(value, Map.class, name);
  }

  private static List<?> list(Map<?, ?> fields, String name) {
    return typed(fields.get(name), List.class, name);
  }

  private static String string(Map<?, ?> fields, String name) {
    return typed(fields.get(name), String.class, name);
  }

  private static <T> T typed(@Nullable Object value, Class<T> type, String name) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "%s is '%s'; it must be %s"
              .formatted(
                  name,
                  value,
                  type == Double.class
                      ? "a number"
                      : type == String.class
                          ? "a string"
                          : type == List.class ? "an array" : "an object"));
    }
    return type.cast(value);
  }

  private Object value() {
    if (depth > DEEPEST) {
      throw wrong("has more than %d arrays and objects in each other".formatted(DEEPEST));
    }
    depth++;
    Object value = atDepth();
    depth--;
    return value;
  }

  private Object atDepth() {
    switch (peek()) {
      case "{":
        Map<String, Object> fields = new LinkedHashMap<>();
        for (at++; !peek().equals("}"); comma("}")) {
          String name = quoted();
          expect(":");
          fields.put(name, value());
        }
        at++;
        return fields;
      case "[":
        List<Object> values = new ArrayList<>();
        for (at++; !peek().equals("]"); comma("]")) {
          values.add(value());
        }
        at++;
        return values;
      case "\"":
        return quoted();
      default:
        return number();
    }
  }

  /** Skips a comma, unless the closing bracket follows. */
  private void comma(String bracket) {
    if (!peek().equals(bracket)) {
      expect(",");
    }
  }

  private void expect(String wanted) {
    if (!peek().equals(wanted)) {
      throw unexpected(wanted);
    }
    at++;
  }

  /** A string; a backslash may only stand before a quotation mark, a slash or a backslash. */
  private String quoted() {
    expect("\"");
    StringBuilder string = new StringBuilder();
    for (; at < text.length() && text.charAt(at) != '"'; at++) {
      if (text.charAt(at) == '\\') {
        at++;
        if (at == text.length() || "\"\\/".indexOf(text.charAt(at)) < 0) {
          throw unexpected("\", / or \\");
        }
      }
      string.append(text.charAt(at));
    }
    expect("\"");
    return string.toString();
  }

  private Double number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    try {
      return Double.valueOf(text.substring(from, at));
    } catch (NumberFormatException wrong) {
      at = from;
      throw unexpected("a number, a string, [ or {");
    }
  }

  /** The next character that is no space. */
  private String peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.substring(at, at + 1) : END;
  }

  private IllegalArgumentException unexpected(String wanted) {
    return wrong("has '%s' where %s must stand".formatted(peek(), wanted));
  }

  private IllegalArgumentException wrong(String what) {
    String before = text.substring(0, Math.min(at, text.length()));
    long line = before.chars().filter(character -> character == '\n').count() + 1;
    return new IllegalArgumentException(
        "line %d of the prior %s; write priors with ./gnomon train".formatted(line, what));
  }
}
