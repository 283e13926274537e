package io.gnomon.events.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gnomon.events.json.JsonException.Fault;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The scanner and Jackson read the same, and refuse the same. */
class JsonScannerProperties {
  /** Jackson looks at the low byte only of what stands for a hexadecimal digit; that is no JSON. */
  private static final Pattern TAKEN_BY_JACKSON_ALONE =
      Pattern.compile("\\\\u[0-9a-fA-F]{0,3}[^\\x00-\\x7F]");

  private static final int DAMAGES = 10;
  private static final Pattern SURROGATE = Pattern.compile("\\\\u[dD][89a-fA-F]");

  @Property(tries = 500)
  void readsEveryDocumentAsJacksonDoes(@ForAll("values") Object value, @ForAll long seed) {
    byte[] json = Printer.print(value, seed).getBytes(StandardCharsets.UTF_8);
    assertThat(Trees.scanned(json)).isEqualTo(value);
    assertThat(Trees.parsed(json)).contains(value);
    Trees.skipped(json);
  }

  @Property
  void refusesWhatJacksonRefuses(@ForAll("values") Object value, @ForAll long seed) {
    byte[] whole = Printer.print(value, seed).getBytes(StandardCharsets.UTF_8);
    Random random = new Random(seed);
    for (int i = 0; i < DAMAGES; i++) {
      assertRefusedAsByJackson(damaged(whole, random));
    }
  }

  private static void assertRefusedAsByJackson(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    if (TAKEN_BY_JACKSON_ALONE.matcher(text).find()) {
      return;
    }
    Optional<Object> expected = Trees.parsed(json);
    JsonException refusal =
        catchThrowableOfType(
            JsonException.class, () -> assertThat(Trees.scanned(json)).isEqualTo(expected.get()));
    if (expected.isEmpty()) {
      assertThat(catchThrowableOfType(JsonException.class, () -> Trees.skipped(json))).isNotNull();
    } else if (refusal != null) {
      // what Jackson takes and the scanner does not: half pairs, and numbers beyond a double
      boolean halves = SURROGATE.matcher(text).find();
      assertThat(refusal.fault())
          .as("%s in %s", refusal, text)
          .isIn(halves ? Fault.NOT_UTF8 : Fault.OUT_OF_RANGE, Fault.OUT_OF_RANGE);
    } else {
      assertThat(Trees.hasHalfPairs(expected.get())).isFalse();
      Trees.skipped(json);
    }
  }

  @Property(tries = 200)
  void refusesEveryBeginningOfAnObject(@ForAll("values") Object value, @ForAll long seed) {
    String whole = "{\"a\":" + Printer.print(value, seed) + "}";
    byte[] json = whole.getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < json.length; length++) {
      byte[] beginning = Arrays.copyOf(json, length);
      assertThat(catchThrowableOfType(JsonException.class, () -> Trees.skipped(beginning)))
          .isNotNull();
    }
  }

  @Property(tries = 5000)
  void readsWholeNumbersExactlyOrSaysWhyNot(@ForAll("numbers") String text) {
    JsonScanner in = scanner(text);
    BigDecimal exact = new BigDecimal(text);
    boolean whole = exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0;
    boolean fits = whole && exact.toBigInteger().bitLength() < Long.SIZE;
    if (fits) {
      assertThat(in.nextLong()).isEqualTo(exact.longValueExact());
      in.endDocument();
    } else {
      JsonException refusal = catchThrowableOfType(JsonException.class, in::nextLong);
      assertThat(refusal.fault()).isEqualTo(whole ? Fault.OUT_OF_RANGE : Fault.WRONG_TYPE);
    }
  }

  @Property(tries = 5000)
  void readsTheNearestDouble(@ForAll("numbers") String text) {
    assertThat(scanner(text).nextDouble()).isEqualTo(Double.parseDouble(text));
  }

  @Property
  void whatIsWrittenIsReadBackEqual(@ForAll("texts") String text, @ForAll double number) {
    JsonWriter out = new JsonWriter();
    out.beginObject();
    out.field(text);
    out.string(text);
    out.field(text + "s");
    out.beginArray();
    out.number(number);
    out.bool(true);
    out.endArray();
    out.endObject();
    byte[] json = out.toByteArray();
    assertThat(Trees.parsed(json)).contains(Trees.scanned(json));
    JsonScanner in = new JsonScanner();
    in.reset(json, 0, json.length);
    in.beginObject();
    assertThat(in.nextField()).isTrue();
    assertThat(in.fieldName()).isEqualTo(text);
    assertThat(in.nextString()).isEqualTo(text);
    assertThat(in.nextField()).isTrue();
    in.beginArray();
    assertThat(in.nextElement()).isTrue();
    assertThat(in.nextDouble()).isEqualTo(number + 0.0);
  }

  @Provide
  Arbitrary<Object> values() {
    return Trees.values();
  }

  @Provide
  Arbitrary<String> texts() {
    return Trees.texts();
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<String> whole =
        Arbitraries.oneOf(
            Arbitraries.longs().map(String::valueOf),
            Arbitraries.bigIntegers().map(String::valueOf),
            Arbitraries.of("0", "-0", "9223372036854775807", "-9223372036854775808"));
    Arbitrary<String> fraction = Arbitraries.of("", "", ".0", ".000", ".5", ".125");
    Arbitrary<String> exponent = Arbitraries.of("", "", "e0", "E2", "e-1", "e+3", "e-300");
    return Combinators.combine(whole, fraction, exponent).as((w, f, e) -> w + f + e);
  }

  private static JsonScanner scanner(String text) {
    byte[] json = text.getBytes(StandardCharsets.UTF_8);
    JsonScanner in = new JsonScanner();
    in.reset(json, 0, json.length);
    return in;
  }

  /** One to three bytes changed, left out, doubled or put in. */
  private static byte[] damaged(byte[] json, Random random) {
    byte[] bytes = json;
    for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      String likely = "{}[]\":,\\u0123456789eE+-.truefalsn d8\n\0";
      byte other =
          random.nextInt(4) == 0
              ? (byte) random.nextInt(256)
              : (byte) likely.charAt(random.nextInt(likely.length()));
      int kind = random.nextInt(3);
      byte[] head = Arrays.copyOf(bytes, kind == 1 ? at : at + 1);
      byte[] tail = Arrays.copyOfRange(bytes, kind == 2 ? at : at + 1, bytes.length);
      if (kind == 0) {
        head[at] = other;
      }
      byte[] changed = Arrays.copyOf(head, head.length + tail.length);
      System.arraycopy(tail, 0, changed, head.length, tail.length);
      bytes = changed;
    }
    return bytes;
  }
}
