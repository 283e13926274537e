package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.assertj.core.api.Assumptions;

/** Whatever an event holds, its fitted form is valid by schema and codec. */
class EventFitterProperties {
  private static final Schemas SCHEMAS = new Schemas();
  private static final Set<String> ALL_CAUSES = new HashSet<>();

  private final EventCodec codec = new EventCodec(SizeLimits.UNLIMITED);
  private final List<String> causes = new ArrayList<>();
  private final EventFitter fitter = new EventFitter(causes::add);

  @Property(tries = 500)
  void anyEventFits(@ForAll EventType type, @ForAll long seed) {
    EventData any = new ArbitraryRecords(seed).of(Samples.data(type).getClass());
    EventData fitted = fitter.fit(any);
    ALL_CAUSES.addAll(causes);
    assertThat(ALL_CAUSES).as("causes, which name no values").hasSizeLessThan(1500);
    assertThat(causes).allMatch(cause -> cause.length() < 200);
    if (fitted == null) {
      assertThat(causes).isNotEmpty();
    }
    Assumptions.assumeThat(fitted).isNotNull();
    GnomonEvent event = GnomonEvent.of("c", "e", 1, null, fitted);
    byte[] json = codec.encodeStructured(event).value();
    assertThat(SCHEMAS.errors(type, new String(json, StandardCharsets.UTF_8))).isEmpty();
    assertThat(codec.decode(json)).isEqualTo(event);

    int before = causes.size();
    assertThat(fitter.fit(fitted) == fitted).as("a valid event stays").isTrue();
    assertThat(causes).hasSize(before);
    if (before == 0) {
      assertThat(fitted == any).as("a valid event is not copied").isTrue();
    }
  }

  @Property(tries = 200)
  void aCodecAcceptsAnyFittedEventHoweverLittleItAllows(@ForAll EventType type, @ForAll long seed) {
    int bytes = 4_600 + new Random(seed).nextInt(4_000);
    SizeLimits limits = new SizeLimits(bytes, 2 * bytes);
    EventFitter small = new EventFitter(limits, causes::add);
    EventData any = new ArbitraryRecords(seed).of(Samples.data(type).getClass());
    EventData whole = fitter.fit(any);

    EventData fitted = small.fit(any);

    Statistics.collect(
        whole == null || whole.equals(fitted) ? "as it is" : fitted == null ? "none" : "shortened");
    Assumptions.assumeThat(fitted).isNotNull();
    String longest = "\u0001".repeat(255); // in JSON
    GnomonEvent event = GnomonEvent.of("c".repeat(255), longest, (1L << 53) - 1, null, fitted);
    byte[] json = codec.encodeStructured(event).value();
    assertThat(new EventCodec(limits).decode(json).data()).isEqualTo(fitted);
    assertThat(small.fit(fitted) == fitted).as("a valid event stays").isTrue();
    if (!fitted.equals(whole)) {
      assertThat(causes).anyMatch(cause -> cause.endsWith("because the event would be too large"));
    }
  }

  @Property(tries = 100)
  void aValidEventStaysAsItIs(@ForAll EventType type) {
    EventData valid = Samples.data(type);
    assertThat(fitter.fit(valid)).isSameAs(valid);
    assertThat(causes).isEmpty();
  }
}
