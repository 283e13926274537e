package io.gnomon.events.codec;

import io.gnomon.events.EventType;
import io.gnomon.events.InvalidEventException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The records under {@code fixtures/TYPE/good} and {@code fixtures/TYPE/bad}. */
final class Fixtures {
  /** One record of a type, good or bad. */
  record Fixture(EventType type, String name, byte[] json) {
    /** The reason that a bad fixture's name states: {@code REASON_path.to.the.value}. */
    Reason reason() {
      String reason = name.split("_", 2)[0];
      return Reason.valueOf(reason.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The JSON pointer that a bad fixture's name states. */
    String place() {
      int path = name.indexOf('_');
      return path < 0 ? "" : "/" + name.substring(path + 1).replace('.', '/');
    }

    @Override
    public String toString() {
      return type.shortName() + " " + name;
    }
  }

  private Fixtures() {}

  static Stream<Fixture> good() {
    return Arrays.stream(EventType.values()).flatMap(type -> of(type, "good").stream());
  }

  static Stream<Fixture> bad() {
    return Arrays.stream(EventType.values()).flatMap(type -> of(type, "bad").stream());
  }

  static List<Fixture> of(EventType type, String kind) {
    try (Stream<Path> files = Files.list(root().resolve(type.shortName()).resolve(kind))) {
      return files.sorted().map(file -> read(type, file)).toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Path root() {
    try {
      return Path.of(Fixtures.class.getResource("/fixtures").toURI());
    } catch (URISyntaxException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static Fixture read(EventType type, Path file) {
    try {
      String name = file.getFileName().toString().replaceFirst("\\.json$", "");
      return new Fixture(type, name, Files.readAllBytes(file));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
