package io.gnomon.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class CauseLogTest {
  @Test
  void aCauseIsCountedEachTimeAndLoggedAtPowersOfTen() {
    Logger logger = (Logger) LoggerFactory.getLogger("causes");
    logger.setLevel(Level.WARN);
    logger.setAdditive(false);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    CauseLog log = new CauseLog(logger);
    for (int i = 0; i < 250; i++) {
      log.count("/user: cut to 255 characters");
    }
    for (int i = 0; i < 3000; i++) {
      log.count("cause " + i);
    }
    assertThat(log.counts()).hasSize(1001).containsEntry("/user: cut to 255 characters", 250L);
    assertThat(log.counts()).containsEntry("other causes", 2001L);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .filteredOn(line -> line.contains("/user"))
        .containsExactly(
            "not published as reported: /user: cut to 255 characters (1 since the start)",
            "not published as reported: /user: cut to 255 characters (10 since the start)",
            "not published as reported: /user: cut to 255 characters (100 since the start)");
  }
}
