package io.gnomon.sim.spec;

import io.gnomon.text.Durations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A spec in words for people: sentences that a family writes about its settings, then the {@link
 * Parameter#words words} of the settings that no sentence has read and that differ from their
 * defaults. Not thread-safe.
 */
public final class Description {
  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;
  private static final int DAY = 24 * HOUR;
  private static final String SEPARATOR = "; ";

  private final Spec spec;
  private final Map<String, Parameter<?>> parameters = new LinkedHashMap<>();
  private final Set<String> read = new HashSet<>();
  private final List<String> sentences = new ArrayList<>();

  /**
   * An empty description.
   *
   * @param parameters the parameters that the spec may have, in the order of their words
   */
  public Description(Spec spec, List<Parameter<?>> parameters) {
    this.spec = spec;
    parameters.forEach(parameter -> this.parameters.put(parameter.name(), parameter));
  }

  /** Adds a sentence, if it is not empty. */
  public Description add(String sentence) {
    if (!sentence.isEmpty()) {
      sentences.add(sentence);
    }
    return this;
  }

  /** The value of a setting, or its default; empty if the family has no such setting. */
  public String text(String key) {
    read.add(key);
    Parameter<?> parameter = parameters.get(key);
    String otherwise = parameter == null ? "" : parameter.defaultText();
    return spec.parameters().getOrDefault(key, otherwise);
  }

  /** Whether a setting has that value. */
  public boolean is(String key, String value) {
    return text(key).equals(value);
  }

  /** Whether a flag is set. */
  public boolean isTrue(String key) {
    return is(key, "true");
  }

  /** The value of a setting, 0 if the family has no such setting. */
  public double value(String key) {
    String text = text(key);
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }

  /** A number in words; see {@link #number(double)}. */
  public String number(String key) {
    return number(value(key));
  }

  /** A duration in words; see {@link #time(double)}. */
  public String time(String key) {
    return time(Durations.parseSeconds(text(key)));
  }

  /** A share in words, such as {@code 30 %}. */
  public String percent(String key) {
    return number(100 * value(key)) + " %";
  }

  /** The sentences and the words of the other settings, joined by semicolons. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>(sentences);
    parameters.forEach(
        (key, parameter) -> {
          String set = spec.parameters().get(key);
          if (set != null && !read.contains(key) && !set.equals(parameter.defaultText())) {
            parts.add(parameter.words(set));
          }
        });
    return String.join(SEPARATOR, parts);
  }

  /** A time with one unit and at most two significant decimals, such as {@code 3.2 d}. */
  public static String time(double seconds) {
    if (seconds >= DAY) {
      return number(seconds / DAY) + " d";
    }
    if (seconds >= HOUR) {
      return number(seconds / HOUR) + " h";
    }
    return seconds >= MINUTE ? number(seconds / MINUTE) + " min" : number(seconds) + " s";
  }

  /** A number with at least two significant digits and no trailing zeros. */
  public static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    int digits = (int) Math.max(0, Math.ceil(1 - Math.log10(Math.abs(value))));
    String text = String.format(Locale.ROOT, "%." + Math.min(12, digits) + "f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }
}
