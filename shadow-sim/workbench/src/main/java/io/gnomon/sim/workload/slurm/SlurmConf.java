package io.gnomon.sim.workload.slurm;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.InputFile;
import io.gnomon.commandline.InputLines;
import io.gnomon.slurm.listing.ConfLine;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
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
 * Immutable.
 */
final class SlurmConf {
  private static final int DEEPEST = 10;
  private static final int MOST_FILES = 1000;

  /**
   * One line.
   *
   * @param place file and line number, for messages
   * @param values by key in lower case, in the order of the line
   */
  record Line(String place, Map<String, String> values) {
    Optional<String> get(String key) {
      return Optional.ofNullable(values.get(key.toLowerCase(Locale.ROOT)));
    }

    /** The value of the first key. */
    String name() {
      return values.values().iterator().next();
    }

    /** The first key in lower case. */
    String kind() {
      return values.keySet().iterator().next();
    }
  }

  private final List<Line> lines;

  private SlurmConf(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /**
   * Reads a file and those that it includes.
   *
   * @throws SlurmFormatException if a line has no {@code Key=Value} pair, or too much is included;
   *     the message does not quote a line of an included file
   */
  static SlurmConf read(Path file) throws IOException {
    Reader reader = new Reader();
    reader.read(file, file.toString());
    return new SlurmConf(reader.lines);
  }

  /** Reads a file with those that it includes, at most as much as may be in one file. */
  private static final class Reader {
    private final List<Line> lines = new ArrayList<>();
    private final Deque<Path> including = new ArrayDeque<>();
    private long characters;
    private int files;

    void read(Path file, String place) throws IOException {
      Path path = file.toAbsolutePath().normalize();
      if (including.contains(path)) {
        throw new SlurmFormatException(place + ": " + file + " includes itself");
      }
      if (including.size() > DEEPEST || ++files > MOST_FILES) {
        throw new SlurmFormatException(
            "%s: Include of %s; files may include each other %d deep, and %d in all"
                .formatted(place, file, DEEPEST, MOST_FILES));
      }
      including.push(path);
      read(file, place, text(file));
      including.pop();
    }

    private void read(Path file, String place, List<String> texts) throws IOException {
      characters += texts.stream().mapToLong(String::length).sum();
      if (characters > InputFile.LARGEST_TEXT) {
        throw new SlurmFormatException(
            "%s: %s and the files before it have more than %d characters"
                .formatted(place, file, InputFile.LARGEST_TEXT));
      }
      if (ScontrolConf.matches(texts)) {
        lines.addAll(ScontrolConf.read(file, texts));
        return;
      }
      for (ConfLine line : ConfLine.of(texts)) {
        add(file, line);
      }
    }

    private void add(Path file, ConfLine line) throws IOException {
      String place = file + ", line " + line.number();
      if (line.text().length() > InputLines.LONGEST) {
        throw new SlurmFormatException(
            "%s: with the lines that it continues, it is longer than %d characters"
                .formatted(place, InputLines.LONGEST));
      }
      Optional<String> include = line.include();
      if (include.isPresent()) {
        try {
          read(file.resolveSibling(include.get()), place);
        } catch (SlurmFormatException located) {
          throw located;
        } catch (IOException unreadable) {
          throw new SlurmFormatException(
              "%s: Include %s: %s".formatted(place, include.get(), FileAccess.reason(unreadable)));
        }
        return;
      }
      try {
        lines.add(new Line(place, line.pairs()));
      } catch (IllegalArgumentException malformed) {
        if (including.size() > 1) {
          // an Include may name any file that this process can read, such as one with passwords
          throw new SlurmFormatException(
              place + ": the line is not of Key=Value pairs; of an included file it is not shown");
        }
        throw new SlurmFormatException(place, malformed);
      }
    }
  }

  private static List<String> text(Path file) throws IOException {
    try {
      return InputFile.textLines(file);
    } catch (CharacterCodingException binary) {
      throw new SlurmFormatException(
          file + " is binary; expected is text in UTF-8, such as a slurm.conf");
    }
  }

  /** All lines, with those of included files where they are included. */
  List<Line> lines() {
    return lines;
  }

  /** The last value of a parameter that has a line of its own, such as {@code SelectType}. */
  Optional<String> parameter(String key) {
    Optional<String> last = Optional.empty();
    for (Line line : lines) {
      if (line.kind().equals(key.toLowerCase(Locale.ROOT))) {
        last = line.get(key);
      }
    }
    return last;
  }

  /**
   * The lines that begin with a key such as {@code NodeName}, with the values of the {@code
   * DEFAULT} lines before them; those lines are left out.
   */
  List<Line> lines(String key) {
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
