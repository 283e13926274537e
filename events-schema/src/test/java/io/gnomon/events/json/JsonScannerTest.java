package io.gnomon.events.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gnomon.events.json.JsonException.Fault;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {
  private final JsonScanner in = new JsonScanner();

  @Test
  void pullsAnObjectFieldByField() {
    NameTable names = new NameTable(List.of("at", "job"));
    start("{\"job\": \"17\", \"later\": [{}, [], -0.5e+3], \"at\": 60}");
    in.beginObject();
    assertThat(in.nextField()).isTrue();
    assertThat(in.field(names)).isEqualTo(1);
    assertThat(in.nextString()).isEqualTo("17");
    assertThat(in.nextField()).isTrue();
    assertThat(in.field(names)).isEqualTo(-1);
    in.skipValue();
    assertThat(in.nextField()).isTrue();
    assertThat(in.field(names)).isZero();
    assertThat(in.nextLong()).isEqualTo(60);
    assertThat(in.nextField()).isFalse();
    in.endDocument();
  }

  @Test
  void findsANameThatIsWrittenWithEscapes() {
    start("{\"\\u0061t\": 1}");
    in.beginObject();
    assertThat(in.nextField()).isTrue();
    assertThat(in.field(new NameTable(List.of("at")))).isZero();
  }

  @Test
  void givesBackTheLikelyTextItself() {
    String likely = new String("kth");
    start("[\"kth\", \"ctc\"]");
    in.beginArray();
    assertThat(in.nextElement()).isTrue();
    assertThat(in.nextString(likely)).isSameAs(likely);
    assertThat(in.nextElement()).isTrue();
    assertThat(in.nextString(likely)).isEqualTo("ctc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[",
        "]",
        "{]",
        "[}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":1 \"b\":2}",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1e",
        "1e+",
        "--1",
        "0x10",
        "1_000",
        "NaN",
        "Infinity",
        "tru",
        "True",
        "nulll",
        "[nul]",
        "\"a",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\t\"",
        "\"\\\"",
        "1 1",
        "{}[]",
        "// x\n1",
        "\uFEFF1",
        "\u00A01"
      })
  void refusesWhatIsNoJson(String text) {
    byte[] json = text.getBytes(StandardCharsets.UTF_8);
    assertThat(catchThrowableOfType(JsonException.class, () -> Trees.skipped(json)).fault())
        .isEqualTo(Fault.MALFORMED);
    assertThat(Trees.parsed(json)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "80, a byte that only continues",
    "c0af, an overlong slash",
    "e08080, an overlong zero",
    "eda080, half of a surrogate pair",
    "f4908080, above U+10FFFF",
    "f8888080, five bytes",
    "c3, cut off",
    "e282, cut off",
    "c328, a lead byte before ASCII"
  })
  void refusesWhatIsNotUtf8(String hex, String why) {
    byte[] json = HexFormat.of().parseHex("22" + hex + "22");
    assertThat(catchThrowableOfType(JsonException.class, () -> Trees.scanned(json)).fault())
        .as(why)
        .isEqualTo(Fault.NOT_UTF8);
  }

  @Test
  void goesDeepButNotWithoutEnd() {
    byte[] deep = ("[".repeat(64) + "]".repeat(64)).getBytes(StandardCharsets.UTF_8);
    Trees.skipped(deep);
    byte[] tooDeep = ("{\"a\":".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8);
    assertThat(catchThrowableOfType(JsonException.class, () -> Trees.skipped(tooDeep)).fault())
        .isEqualTo(Fault.TOO_DEEP);
  }

  @ParameterizedTest
  @CsvSource({
    "1e999999999, OUT_OF_RANGE",
    "1e99999999999, OUT_OF_RANGE",
    "9223372036854775808, OUT_OF_RANGE",
    "1.5, WRONG_TYPE",
    "1e-999999999, WRONG_TYPE",
    "true, WRONG_TYPE",
    "\"1\", WRONG_TYPE",
    "null, WRONG_TYPE",
    "nul, MALFORMED"
  })
  void refusesANumberThatIsNoLong(String text, Fault fault) {
    start(text);
    assertThat(catchThrowableOfType(JsonException.class, in::nextLong).fault()).isEqualTo(fault);
  }

  @Test
  void refusesANumberOfAMillionDigitsAtOnce() {
    start("9".repeat(1_000_000));
    assertThat(catchThrowableOfType(JsonException.class, in::nextLong).fault())
        .isEqualTo(Fault.OUT_OF_RANGE);
  }

  @Test
  void saysWhereAndWhat() {
    start("{\"at\" 5}");
    in.beginObject();
    assertThatThrownBy(in::nextField)
        .hasMessage("byte 6: found 5}; allowed: ':' after a field name");
  }

  @Test
  void tellsEveryNameOfALargeTableApart() {
    List<String> names = IntStream.range(0, 500).mapToObj(i -> "name" + i).toList();
    NameTable table = new NameTable(names);
    for (int i = 0; i < names.size(); i++) {
      assertThat(table.indexOf(names.get(i))).isEqualTo(i);
    }
    assertThat(table.indexOf("name500")).isEqualTo(-1);
    assertThat(table.indexOf("")).isEqualTo(-1);
  }

  @Test
  void writesNoHalfPairsAndNoInfinity() {
    JsonWriter out = new JsonWriter();
    assertThatThrownBy(() -> out.string("\ud83d")).hasMessageContaining("unpaired surrogate");
    assertThat(JsonWriter.writable("a\ud83d b\ud83d\ude00")).isEqualTo("a? b\ud83d\ude00");
    assertThatThrownBy(() -> out.number(Double.NaN)).hasMessageContaining("finite");
  }

  private void start(String text) {
    byte[] json = text.getBytes(StandardCharsets.UTF_8);
    in.reset(json, 0, json.length);
  }
}
