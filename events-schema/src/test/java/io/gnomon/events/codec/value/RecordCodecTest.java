package io.gnomon.events.codec.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  public record Size(int width, long height) {}

  public record Box(String name, Size size, List<String> labels, boolean open) {}

  public record Loose(String name, double weight, Map<String, Integer> counts) {}

  private static final ListCodec<String> LABELS = new ListCodec<>(StringCodec.NAME, 4);

  private static RecordCodec.Builder<Box> box() {
    return RecordCodec.of(Box.class).inlined("size").required("name");
  }

  private static final RecordCodec<Box> BOX =
      box()
          .integer("height", 1, 9_000_000_000L)
          .optional("labels", LABELS)
          .optional("open")
          .optionalInteger("width", 1, 9)
          .check(
              box -> {
                if (box.size().width() > box.size().height()) {
                  throw new InvalidEventException(Reason.NOT_ALLOWED, "/width", "wide", "narrow");
                }
              })
          .build();

  private static <T> T read(RecordCodec<T> codec, String json) {
    JsonScanner in = new JsonScanner();
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    in.reset(bytes, 0, bytes.length);
    return codec.read(in);
  }

  @Test
  void eachComponentGetsTheFieldOfItsNameWhateverTheOrder() {
    String json =
        "{\"name\":\"a\",\"height\":5000000000,\"labels\":[\"x\"],\"open\":true,\"width\":3}";
    Box box = new Box("a", new Size(3, 5_000_000_000L), List.of("x"), true);
    assertThat(read(BOX, json)).isEqualTo(box);
    JsonWriter out = new JsonWriter();
    BOX.write(box, out);
    assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8)).isEqualTo(json);
  }

  @Test
  void whatIsAbsentFollowsFromTheTypeAndIsNotWritten() {
    String json = "{\"name\":\"a\",\"height\":5}";
    Box box = new Box("a", new Size(EventData.NONE, 5), List.of(), false);
    assertThat(read(BOX, json)).isEqualTo(box);
    JsonWriter out = new JsonWriter();
    BOX.write(box, out);
    assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8)).isEqualTo(json);
  }

  @Test
  void aCheckAcrossFieldsSeesTheRecord() {
    assertThatThrownBy(() -> read(BOX, "{\"name\":\"a\",\"height\":5,\"width\":6}"))
        .hasMessageContaining("NOT_ALLOWED at /width");
  }

  @Test
  void aComponentWithoutAFieldIsAnError() {
    RecordCodec.Builder<Box> noWidth =
        box().integer("height", 1, 9).optional("labels", LABELS).optional("open");
    assertThatIllegalArgumentException()
        .isThrownBy(noWidth::build)
        .withMessageContaining("[name, width, height, labels, open]")
        .withMessageContaining("[name, height, labels, open]");
  }

  @Test
  void aComponentWithTwoFieldsIsAnError() {
    RecordCodec.Builder<Box> twice =
        box()
            .integer("height", 1, 9)
            .integer("height", 1, 9)
            .optional("labels", LABELS)
            .optional("open");
    assertThatIllegalArgumentException()
        .isThrownBy(twice::build)
        .withMessageContaining("each component needs one field");
  }

  @Test
  void aFieldThatIsNoComponentIsAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> box().required("size"))
        .withMessageContaining("has no component size, only [name, width, height, labels, open]");
  }

  @Test
  void aCodecOfAnotherTypeIsAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> box().required("height", new IntegerCodec(1, 9)))
        .withMessageContaining("component height")
        .withMessageContaining("IntegerCodec[min=1, max=9] is for another type");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> box().optional("labels", new ListCodec<>(new IntegerCodec(1, 9), 4)));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RecordCodec.of(Loose.class)
                    .optional("counts", new MapCodec<>(StringCodec.NAME, StringCodec.NAME, 4)));
  }

  @Test
  void aPrimitiveNeedsADefaultThatItsTypeHasNot() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(Loose.class).optional("weight", DoubleCodec.ANY))
        .withMessageContaining("it needs a default value");
  }

  @Test
  void aRecordThatIsNotPublicIsAnError() {
    record Hidden(String name) {}
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(Hidden.class))
        .withMessageContaining("it must be a public record");
  }
}
