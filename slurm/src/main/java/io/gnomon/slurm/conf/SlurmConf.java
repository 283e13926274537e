package io.gnomon.slurm.conf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The lines of a {@code slurm.conf}, {@code gres.conf} or similar file: on each line, {@code
 * Key=Value} pairs. Keys are compared without regard to case. {@code Include} is followed, {@code
 * #} begins a comment, and a backslash at its end continues a line. The output of {@code scontrol
 * show config}, followed by that of {@code show node} and {@code show partition}, is read likewise.
 * Immutable. Source: manual of slurm.conf.
 */
public final class SlurmConf {
  private static final int DEEPEST = 10;
  private static final int MOST_FILES = 1000;
  private static final int MOST_CHARACTERS = 1 << 26;
  private static final int LONGEST_LINE = 1 << 20;

  /** The files of a configuration. */
  @FunctionalInterface
  public interface Source {
    /**
     * The lines of a file.
     *
     * @param including place and text of the line that includes it; empty for the first file
     */
    List<String> lines(Path file, String including) throws IOException;

    /**
     * Whether an included file is left out.
     *
     * @param before lines with pairs before the one that includes it
     */
    default boolean leavesOut(Path included, int before) {
      return false;
    }

    /**
     * Called for a file or line that is not read: a file that includes itself or is too deep, or
     * what is too large.
     *
     * @throws IllegalArgumentException with the message {@code why}, unless the rest is to be read
     */
    default void unusable(Path file, String why) {
      throw new IllegalArgumentException(why);
    }
  }

  /**
   * One line.
   *
   * @param place file and line number, for messages
   * @param values by key in lower case, in the order of the line; not empty
   */
  public record Line(String place, Map<String, String> values) {
    /** The value of a key. */
    public Optional<String> get(String key) {
      return Optional.ofNullable(values.get(key.toLowerCase(Locale.ROOT)));
    }

    /** The value of the first key. */
    public String name() {
      return values.values().iterator().next();
    }

    /** The first key in lower case. */
    public String kind() {
      return values.keySet().iterator().next();
    }
  }

  private final List<Line> lines = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private String malformed = "";
  private boolean printed;

  private SlurmConf() {}

  /**
   * Reads a file and those that it includes, at most as much as may be in one file. Of a line that
   * has something else than pairs, the pairs before it are read; see {@link #checked}.
   *
   * @throws IllegalArgumentException of the source, if too much is included
   * @throws IOException of the source, if a file cannot be read
   */
  public static SlurmConf read(Path file, Source source) throws IOException {
    Reader reader = new Reader(source);
    reader.read(file, file.toString(), "");
    return reader.conf;
  }

  private static final class Reader {
    private final SlurmConf conf = new SlurmConf();
    private final Deque<Path> including = new ArrayDeque<>();
    private final Source source;
    private long characters;
    private int files;

    Reader(Source source) {
      this.source = source;
    }

    void read(Path file, String place, String include) throws IOException {
      Path path = file.toAbsolutePath().normalize();
      if (including.contains(path)) {
        source.unusable(file, place + ": " + file + " includes itself");
      } else if (including.size() > DEEPEST || ++files > MOST_FILES) {
        source.unusable(
            file,
            "%s: Include of %s; files may include each other %d deep, and %d in all"
                .formatted(place, file, DEEPEST, MOST_FILES));
      } else {
        including.push(path);
        read(file, place, source.lines(file, include));
        including.pop();
      }
    }

    private void read(Path file, String place, List<String> texts) throws IOException {
      characters += texts.stream().mapToLong(String::length).sum();
      if (characters > MOST_CHARACTERS) {
        source.unusable(
            file,
            "%s: %s and the files before it have more than %d characters"
                .formatted(place, file, MOST_CHARACTERS));
        return;
      }
      int read = 0;
      if (ScontrolConf.matches(texts)) {
        conf.printed = true;
        conf.lines.addAll(ScontrolConf.read(file, texts));
      } else {
        for (ConfLine line : ConfLine.of(texts)) {
          Optional<String> include = line.include();
          if (include.isPresent()) {
            conf.texts.addAll(texts.subList(read, line.number() - 1));
            read = line.number();
            follow(file, line, include.get());
          } else {
            add(file, line);
          }
        }
      }
      conf.texts.addAll(texts.subList(read, texts.size()));
    }

    private static String placeOf(Path file, ConfLine line) {
      return file + ", line " + line.number();
    }

    private void follow(Path file, ConfLine line, String include) throws IOException {
      String place = placeOf(file, line);
      Path included = file.resolveSibling(include);
      if (!source.leavesOut(included, conf.lines.size())) {
        read(included, place, place + ": Include " + include);
      }
    }

    private void add(Path file, ConfLine line) {
      String place = placeOf(file, line);
      if (line.text().length() > LONGEST_LINE) {
        source.unusable(
            file,
            "%s: with the lines that it continues, it is longer than %d characters"
                .formatted(place, LONGEST_LINE));
        return;
      }
      ConfLine.Pairs pairs = line.pairs();
      if (conf.malformed.isEmpty() && !pairs.rest().isEmpty()) {
        // an Include may name any file that this process can read, such as one with passwords
        conf.malformed =
            including.size() > 1
                ? place
                    + ": the line is not of Key=Value pairs; of an included file it is not shown"
                : "%s: '%s' is not a pair such as NodeName=n[1-4]".formatted(place, pairs.rest());
      }
      if (!pairs.values().isEmpty()) {
        conf.lines.add(new Line(place, pairs.values()));
      }
    }
  }

  /**
   * This configuration.
   *
   * @throws IllegalArgumentException if a line has something else than pairs; the message does not
   *     quote a line of an included file
   */
  public SlurmConf checked() {
    if (!malformed.isEmpty()) {
      throw new IllegalArgumentException(malformed);
    }
    return this;
  }

  /** The lines of all files as they are written, without those that include others. */
  public List<String> texts() {
    return List.copyOf(texts);
  }

  /** Whether it is what scontrol printed. */
  public boolean isPrinted() {
    return printed;
  }

  /** All lines with pairs, with those of included files where they are included. */
  public List<Line> lines() {
    return List.copyOf(lines);
  }

  /** The last value of a parameter that has a line of its own, such as {@code SelectType}. */
  public Optional<String> parameter(String key) {
    return lines.stream()
        .filter(line -> line.kind().equalsIgnoreCase(key))
        .flatMap(line -> line.get(key).stream())
        .reduce((first, second) -> second);
  }

  /**
   * The lines that begin with a key such as {@code NodeName}, with the values of the {@code
   * DEFAULT} lines before them; those lines are left out.
   */
  public List<Line> lines(String key) {
    String kind = key.toLowerCase(Locale.ROOT);
    Map<String, String> defaults = new LinkedHashMap<>();
    List<Line> found = new ArrayList<>();
    for (Line line : lines) {
      if (!line.kind().equals(kind)) {
        continue;
      }
      if (line.name().equalsIgnoreCase("DEFAULT")) {
        defaults.putAll(line.values());
        continue;
      }
      Map<String, String> values = new LinkedHashMap<>(line.values());
      defaults.forEach(values::putIfAbsent);
      found.add(new Line(line.place(), values));
    }
    return found;
  }
}
