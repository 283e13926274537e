package io.gnomon.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LogLayoutTest {
  @Test
  void aLineBreakInANameDoesNotBeginALine() throws JoranException {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(getClass().getResource("/gnomon-bridge-logback.xml"));
    ConsoleAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("STDERR");
    LoggingEvent event =
        new LoggingEvent(
            "test",
            context.getLogger("test"),
            Level.WARN,
            "cannot map job {}",
            null,
            new Object[] {"7\r\n12:00:00 ERROR forged\u001b[2J\u2028x"});

    String line = new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);

    assertThat(line.strip()).endsWith("WARN  test cannot map job 7  12:00:00 ERROR forged [2J x");
    assertThat(line).hasLineCount(1).endsWith(System.lineSeparator());
    context.stop();
  }
}
