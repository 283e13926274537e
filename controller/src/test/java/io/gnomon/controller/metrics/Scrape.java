package io.gnomon.controller.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text in Prometheus's format, taken apart. */
public final class Scrape {
  private static final Pattern SAMPLE = Pattern.compile("([a-z_][a-z0-9_]*)(\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

  /** A family of series. */
  public record Family(
      String name, String type, String help, TreeMap<String, TreeSet<String>> labels) {}

  private final Map<String, Family> families = new TreeMap<>();
  private final Map<String, Double> samples = new LinkedHashMap<>();

  public Scrape(String text) {
    Map<String, String> help = new TreeMap<>();
    for (String line : text.split("\n")) {
      if (line.startsWith("# HELP ")) {
        String[] parts = line.substring(7).split(" ", 2);
        help.put(parts[0], parts.length > 1 ? parts[1] : "");
      } else if (line.startsWith("# TYPE ")) {
        String[] parts = line.substring(7).split(" ", 2);
        families.put(
            parts[0],
            new Family(parts[0], parts[1], help.getOrDefault(parts[0], ""), new TreeMap<>()));
      } else if (!line.isBlank()) {
        sample(line);
      }
    }
  }

  private void sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      throw new IllegalArgumentException("not a sample: " + line);
    }
    samples.put(
        sample.group(1) + (sample.group(2) == null ? "" : sample.group(2)),
        Double.valueOf(sample.group(4)));
    Family family = families.get(sample.group(1).replaceAll("_(bucket|count|sum)$", ""));
    if (family == null) {
      family = families.get(sample.group(1));
    }
    Matcher label = LABEL.matcher(sample.group(3) == null ? "" : sample.group(3));
    while (label.find()) {
      if (!label.group(1).equals("le")) {
        family
            .labels()
            .computeIfAbsent(label.group(1), name -> new TreeSet<>())
            .add(label.group(2));
      }
    }
  }

  /** By name. */
  public Map<String, Family> families() {
    return families;
  }

  /** A value, by name and labels as they are printed. */
  public double value(String series) {
    Double value = samples.get(series);
    if (value == null) {
      throw new AssertionError("there is no series " + series + " among " + samples.keySet());
    }
    return value;
  }

  /** All values. */
  public Map<String, Double> samples() {
    return samples;
  }
}
