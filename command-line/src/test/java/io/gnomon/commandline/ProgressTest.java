package io.gnomon.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final long SECOND = 1_000_000_000L;

  private final StringWriter err = new StringWriter();
  private final AtomicLong now = new AtomicLong();

  @Test
  void aPipeGetsALineEveryTenSeconds() {
    Progress progress = new Progress(new PrintWriter(err), false, now::get);
    for (int second = 0; second <= 30; second++) {
      now.set(second * SECOND);
      progress.show("tuned", second / 40.0);
    }
    progress.clear();

    assertThat(err.toString().lines())
        .containsExactly(
            "tuned: 25 %, 30 s left", "tuned: 50 %, 20 s left", "tuned: 75 %, 10 s left");
  }

  @Test
  void aTerminalGetsOneLineThatIsOverwrittenAndCleared() {
    Progress progress = new Progress(new PrintWriter(err), true, now::get);
    progress.show("untuned", 0);
    now.set(SECOND);
    progress.show("tuned", 0);
    now.set(3 * SECOND);
    progress.show("tuned", 0.1);
    progress.clear();

    String clear = "\r\u001b[K";
    assertThat(err)
        .hasToString(
            clear
                + "untuned: 0 %"
                + clear
                + "tuned: 0 %"
                + clear
                + "tuned: 10 %, 18 s left"
                + clear);
  }
}
