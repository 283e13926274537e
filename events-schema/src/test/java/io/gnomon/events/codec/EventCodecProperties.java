package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSubmitted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** Whatever comes in, the codec reads it or refuses it by its own exception. */
class EventCodecProperties {
  private static final Schemas SCHEMAS = new Schemas();
  private final EventCodec codec = new EventCodec();

  @Property(tries = 200)
  void everyJobComesBackEqual(
      @ForAll @StringLength(min = 1, max = 255) String job,
      @ForAll @StringLength(min = 1, max = 255) String user,
      @ForAll @LongRange(max = 253_402_300_799L) long at,
      @ForAll @IntRange(min = 1, max = (1 << 30) - 1) int processors,
      @ForAll @IntRange(min = EventData.NONE) int priority,
      @ForAll @Size(max = 64) List<@IntRange(min = 1, max = (1 << 30) - 1) Integer> widths,
      @ForAll boolean held) {
    String id = wellFormed(job);
    GnomonEvent event =
        GnomonEvent.of(
            "c",
            id,
            EventData.NONE,
            null,
            new JobSubmitted(
                id,
                at,
                new JobDescription(
                    processors,
                    processors,
                    wellFormed(user),
                    null,
                    null,
                    null,
                    priority,
                    EventData.NONE,
                    widths,
                    null),
                held));
    byte[] json = codec.encodeStructured(event).value();
    assertThat(codec.decode(json)).isEqualTo(event);
    assertThat(SCHEMAS.errors(event.type(), new String(json, StandardCharsets.UTF_8))).isEmpty();
  }

  @Property(tries = 3000)
  void aDamagedRecordIsReadOrRefusedByNameAndHarmsNoLaterOne(
      @ForAll EventType type, @ForAll long seed, @ForAll boolean structured) {
    GnomonEvent event = Samples.event(type);
    EncodedEvent whole = structured ? codec.encodeStructured(event) : codec.encodeBinary(event);
    byte[] damaged = whole.value().clone();
    Random random = new Random(seed);
    for (int i = random.nextInt(4); i >= 0; i--) {
      damaged[random.nextInt(damaged.length)] = damaged[random.nextInt(damaged.length)];
    }
    try {
      assertThat(codec.decode(damaged, headers(whole)).data()).isNotNull();
    } catch (InvalidEventException refusal) {
      assertThat(refusal.reason()).isNotNull();
      assertThat(refusal.place()).matches("(/.*)?");
      assertThat(refusal.found().length()).isLessThan(300);
    }
    assertThat(codec.decode(whole.value(), headers(whole))).isEqualTo(event);
  }

  private static HeaderLookup headers(EncodedEvent encoded) {
    return name -> {
      String value = encoded.headers().get(name);
      return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    };
  }

  /** UTF-8 cannot carry half of a surrogate pair. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
