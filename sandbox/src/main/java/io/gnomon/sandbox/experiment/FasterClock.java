package io.gnomon.sandbox.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scheduler as seen by Gnomon on a faster clock: each second since its origin is {@link
 * #seconds}. Times of events, durations, and the times in a policy are longer by this factor, so
 * that settings of Gnomon that are hours apply to a cluster whose hours are minutes. Counts, widths
 * and priorities remain. Of limits of associations, those in minutes are not supported.
 *
 * @param port the scheduler
 * @param origin epoch second at which both clocks are equal
 * @param seconds of Gnomon in a second of the scheduler, at least 1
 */
record FasterClock(SchedulerPort port, long origin, int seconds) implements SchedulerPort {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final EventCodec CODEC = new EventCodec();
  private static final Set<String> TIMES =
      Set.of("at", "timeOrigin", "submittedAt", "startedAt", "beginTime", "start", "end");
  private static final String DURATION = "Seconds";
  private static final Set<String> RANGE = Set.of("min", "max");
  private static final String VALUES = "values";
  private static final String POLICY = "policy";

  /** What an account has used, and its users by name. */
  private static final String USAGE = "tresSeconds";

  private static final String USERS = "users";

  /** A time in a policy, such as {@code bf_interval=30s}; the unit remains. */
  private static final Pattern TIME = Pattern.compile("(?<=^|=)(\\d+)(?=[smhd]\\b)");

  /** What the same event says on Gnomon's clock. */
  EventData faster(EventData event) {
    try {
      JsonNode json =
          JSON.readTree(
              CODEC.encodeStructured(GnomonEvent.of("any", "any", 1, null, event)).value());
      stretch(json.path("data"));
      return CODEC.decode(JSON.writeValueAsBytes(json)).data();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void stretch(JsonNode json) {
    if (json instanceof ObjectNode object) {
      boolean time =
          SlurmParameter.of(object.path("name").asText())
              .filter(row -> row.allowed().kind() == Values.Kind.TIME)
              .isPresent();
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        field.setValue(stretched(field.getKey(), field.getValue(), time));
      }
      if (object.has(USAGE) && object.get(USERS) instanceof ObjectNode users) {
        users.properties().forEach(user -> user.setValue(longer(user.getValue())));
      }
    }
    json.forEach(this::stretch);
  }

  /**
   * The value of a field.
   *
   * @param ofTime whether it belongs to the range of a time
   */
  private JsonNode stretched(String name, JsonNode value, boolean ofTime) {
    boolean duration = name.endsWith(DURATION) || (ofTime && RANGE.contains(name));
    if (TIMES.contains(name) && value.isIntegralNumber()) {
      return new LongNode(faster(value.asLong()));
    } else if (duration && value.isNumber()) {
      return longer(value);
    } else if (name.equals(POLICY) && value.isTextual()) {
      return new TextNode(faster(value.asText()));
    } else if (ofTime && name.equals(VALUES)) {
      ArrayNode words = JSON.createArrayNode();
      value.forEach(word -> words.add(faster(word.asText())));
      return words;
    }
    return value;
  }

  private JsonNode longer(JsonNode duration) {
    return duration.isIntegralNumber()
        ? new LongNode(duration.asLong() * seconds)
        : new DoubleNode(duration.asDouble() * seconds);
  }

  /** An epoch second on Gnomon's clock. */
  long faster(long second) {
    return origin + (second - origin) * seconds;
  }

  /** A policy with its times on Gnomon's clock. */
  String faster(String policy) {
    return TIME.matcher(policy).replaceAll(time -> Long.toString(number(time) * seconds));
  }

  /**
   * A policy with its times on the scheduler's clock.
   *
   * @throws CannotApplyException if one of them is not a whole number of its unit there
   */
  String slower(String policy) throws CannotApplyException {
    Matcher times = TIME.matcher(policy);
    while (times.find()) {
      if (number(times.toMatchResult()) % seconds != 0) {
        throw new CannotApplyException(
            ConfigRejectReason.NOT_CAPABLE,
            "%s has a time that is not a multiple of %d".formatted(policy, seconds));
      }
    }
    return TIME.matcher(policy).replaceAll(time -> Long.toString(number(time) / seconds));
  }

  private static long number(MatchResult time) {
    return Long.parseLong(time.group(1));
  }

  @Override
  public long now() {
    return faster(port.now());
  }

  @Override
  public ClusterDeclared declare() {
    return (ClusterDeclared) faster(port.declare());
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    return (ClusterSnapshot) faster(port.snapshot(reflectsSequence));
  }

  @Override
  public void changes(long lastSequence, ChangeSink sink) {
    port.changes(
        lastSequence,
        new ChangeSink() {
          @Override
          public void accept(EventData event) {
            sink.accept(faster(event));
          }

          @Override
          public void accept(List<EventData> events, Consumer<List<EventData>> store) {
            sink.accept(
                events.stream().map(FasterClock.this::faster).toList(),
                published -> store.accept(events));
          }
        });
  }

  @Override
  public Configuration configuration() {
    Configuration inForce = port.configuration();
    return new Configuration(faster(inForce.policy()), inForce.version());
  }

  @Override
  public void apply(Configuration configuration) throws CannotApplyException {
    port.apply(new Configuration(slower(configuration.policy()), configuration.version()));
  }
}
