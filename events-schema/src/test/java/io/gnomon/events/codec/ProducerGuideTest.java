package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/producing-events.md cannot rot: what it shows is read, and its scripts are run. */
class ProducerGuideTest {
  private static final Pattern EVENT = Pattern.compile("\\{\"specversion\".*\\}\\}");
  private static final Schemas SCHEMAS = new Schemas();

  private final EventCodec codec = new EventCodec();
  private final String guide = guide();

  @TempDir Path folder;

  @Test
  void everyEventThatItShowsIsValid() {
    List<String> shown = blocksAndLines();
    Set<EventType> types = EnumSet.noneOf(EventType.class);
    for (String json : shown) {
      types.add(checked(json).type());
    }
    Set<EventType> expected = EnumSet.allOf(EventType.class);
    expected.removeIf(type -> type.topic() != Topic.EVENTS);
    expected.remove(EventType.CONFIG_REJECTED);
    assertThat(types).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void theBashExamplesSendEvents() throws Exception {
    assumeTrue(onPath("bash"), "no bash here");
    // kcat is replaced by something that shows what it was given
    String script = "kcat() { cat; }\n" + block("bash", 0) + block("bash", 1);
    assertThat(typesSentBy("bash", script))
        .containsExactly(
            EventType.JOB_SUBMITTED,
            EventType.JOB_SUBMITTED,
            EventType.JOB_STARTED,
            EventType.JOB_FINISHED);
  }

  @Test
  void thePythonExampleSendsEvents() throws Exception {
    assumeTrue(onPath("python3"), "no python3 here");
    Files.writeString(
        folder.resolve("confluent_kafka.py"),
        """
        class Producer:
            def __init__(self, configuration):
                pass

            def produce(self, topic, key, value, on_delivery):
                print(value)

            def poll(self, timeout):
                return 0

            def flush(self):
                return 0
        """);
    assertThat(typesSentBy("python3", block("python", 0)))
        .containsExactly(EventType.JOB_SUBMITTED, EventType.JOB_STARTED, EventType.JOB_FINISHED);
  }

  private List<EventType> typesSentBy(String interpreter, String script) throws Exception {
    Path file = Files.writeString(folder.resolve("example"), script);
    Process process =
        new ProcessBuilder(interpreter, file.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out.lines().map(line -> checked(line).type()).toList();
  }

  private GnomonEvent checked(String json) {
    GnomonEvent event = codec.decode(json.getBytes(StandardCharsets.UTF_8));
    assertThat(SCHEMAS.errors(event.type(), json)).as(json).isEmpty();
    return event;
  }

  private List<String> blocksAndLines() {
    return guide
        .lines()
        .filter(line -> !line.contains("%s"))
        .flatMap(line -> EVENT.matcher(line).results().map(MatchResult::group))
        .toList();
  }

  private String block(String language, int index) {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(guide)
        .results()
        .map(match -> match.group(1))
        .toList()
        .get(index);
  }

  private static boolean onPath(String program) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static String guide() {
    Path file = Path.of(System.getProperty("gnomon.root"), "docs", "producing-events.md");
    try {
      return Files.readString(file);
    } catch (IOException missing) {
      throw new IllegalStateException("the producer guide is not at " + file, missing);
    }
  }
}
