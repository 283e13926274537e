package io.gnomon.controller;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Text from records cannot forge an entry of the log. */
class LogEntryTest {
  private static final String NAME =
      "job\n2026-01-01T00:00:00.000Z ERROR forged\r\n\u001b[2J\u0085\u2028x";

  @Test
  void anEntryIsOneLineAndItsStackTraceIsIndented() throws Exception {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogEntryTest.class.getResource("/logback.xml"));
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    OutputStreamAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>) root.getAppender("stderr");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    appender.setOutputStream(printed);

    Logger logger = context.getLogger("io.gnomon.controller.Some");
    logger.warn("unknown: {}", NAME);
    logger.error(
        "failed: {}",
        NAME,
        new IllegalStateException("bad " + NAME, new IllegalArgumentException(NAME)));
    logger.info("the end");
    context.stop();

    List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.stream().filter(line -> !line.startsWith("\t")))
        .hasSize(3)
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches("\\d{4}-\\S+Z (WARN |ERROR|INFO ) i\\.g\\.controller\\.Some .*"));
    assertThat(lines.get(0))
        .endsWith("unknown: job 2026-01-01T00:00:00.000Z ERROR forged   [2J  x");
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).startsWith("\tCaused by: "))
        .anySatisfy(line -> assertThat(line).startsWith("\tat io.gnomon"))
        .allSatisfy(line -> assertThat(line).doesNotContainPattern("[\\x1b\\x85\\u2028]"));
  }
}
