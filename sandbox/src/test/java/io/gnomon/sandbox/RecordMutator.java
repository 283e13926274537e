package io.gnomon.sandbox;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.codec.EncodedEvent;
import io.gnomon.events.codec.EventCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Records made from the fixtures of the contract: each is a fixture in structured or binary mode,
 * with up to four changes to its bytes, its numbers, its texts or its headers. The same seed gives
 * the same records.
 */
final class RecordMutator {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1",
          "2147483647",
          "2147483648",
          "-9223372036854775808",
          "1e308",
          "-0.0",
          "1e-400",
          "253402300799",
          "99999999999999999999999999",
          "01",
          "NaN");
  private static final List<String> PIECES =
      List.of(
          "\"",
          "\\",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "null",
          "true",
          "\\u0000",
          "\\ud800",
          "\n",
          "\r\n",
          "\u001b[2J",
          "\u2028",
          "\0",
          "{\"data\":",
          "[[[[[[[[",
          "\"source\":\"c\",");

  /** A record: its value and its headers. */
  record Mutant(byte[] value, Map<String, byte[]> headers) {}

  private final List<byte[]> structured;
  private final List<EncodedEvent> binary;
  private final SplittableRandom random;

  RecordMutator(long seed) throws IOException {
    random = new SplittableRandom(seed);
    structured = fixtures();
    binary = new ArrayList<>();
    EventCodec codec = new EventCodec();
    for (byte[] value : structured) {
      try {
        binary.add(codec.encodeBinary(codec.decode(value)));
      } catch (InvalidEventException bad) {
        // a bad fixture has no binary form
        continue;
      }
    }
  }

  private static List<byte[]> fixtures() throws IOException {
    Path folder =
        Path.of(System.getProperty("gnomon.root"), "events-schema/src/test/resources/fixtures");
    List<byte[]> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.add(Files.readAllBytes(file));
      }
    }
    return all;
  }

  Mutant next() {
    Map<String, byte[]> headers = new LinkedHashMap<>();
    byte[] value;
    if (random.nextInt(3) > 0) {
      value = any(structured);
    } else {
      EncodedEvent event = any(binary);
      event.headers().forEach((name, text) -> headers.put(name, bytes(text)));
      value = event.value();
      if (random.nextBoolean()) {
        mutateHeader(headers);
      }
    }
    for (int left = random.nextInt(5); left > 0; left--) {
      value = mutated(value);
    }
    return new Mutant(value, headers);
  }

  private void mutateHeader(Map<String, byte[]> headers) {
    String name = any(List.copyOf(headers.keySet()));
    switch (random.nextInt(5)) {
      case 0 -> headers.remove(name);
      case 1 ->
          headers.put(name, mutated(Objects.requireNonNullElse(headers.get(name), new byte[0])));
      case 2 -> headers.put(name + any(PIECES), bytes(any(PIECES)));
      case 3 -> headers.put(name + any(PIECES), null);
      default -> headers.put(name, new byte[0]);
    }
  }

  private byte[] mutated(byte[] value) {
    int at = random.nextInt(value.length + 1);
    int to = Math.min(value.length, at + random.nextInt(1 << random.nextInt(9)));
    return switch (random.nextInt(8)) {
      case 0 -> spliced(value, at, at, bytes(any(PIECES)));
      case 1 -> spliced(value, at, to, new byte[0]);
      case 2 -> spliced(value, at, at, Arrays.copyOfRange(value, at, to));
      case 3 -> Arrays.copyOf(value, at);
      case 4 -> flipped(value, at);
      case 5 -> crossed(value, at);
      default -> withNumber(value, at);
    };
  }

  private byte[] flipped(byte[] value, int at) {
    byte[] flipped = value.clone();
    if (at < flipped.length) {
      flipped[at] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private byte[] crossed(byte[] value, int at) {
    byte[] other = any(structured);
    int from = random.nextInt(other.length);
    return spliced(value, at, value.length, Arrays.copyOfRange(other, from, other.length));
  }

  /** Replaces the first number at or after a place. */
  private byte[] withNumber(byte[] value, int at) {
    int from = at;
    while (from < value.length && !digit(value[from])) {
      from++;
    }
    int to = from;
    while (to < value.length && digit(value[to])) {
      to++;
    }
    return spliced(value, from, to, bytes(any(NUMBERS)));
  }

  private static boolean digit(byte one) {
    return one >= '0' && one <= '9';
  }

  private static byte[] spliced(byte[] value, int from, int to, byte[] between) {
    byte[] spliced = new byte[from + between.length + value.length - to];
    System.arraycopy(value, 0, spliced, 0, from);
    System.arraycopy(between, 0, spliced, from, between.length);
    System.arraycopy(value, to, spliced, from + between.length, value.length - to);
    return spliced;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
