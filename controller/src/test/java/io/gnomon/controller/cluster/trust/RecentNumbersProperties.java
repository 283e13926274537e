package io.gnomon.controller.cluster.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.trust.SequenceChecker.Verdict;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobSubmitted;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RecentNumbersProperties {
  /** Each event is sent again some events later, and after restarts: it is a duplicate. */
  @Property(tries = 200)
  void anEventThatArrivesAgainIsADuplicate(
      @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 0, max = 2) Integer> pauses,
      @ForAll @IntRange(min = 0, max = 299) int back,
      @ForAll boolean restarts) {
    SequenceChecker checker = new SequenceChecker();
    List<GnomonEvent> sent = new ArrayList<>();
    long at = 1_000;
    for (int pause : pauses) {
      at += pause;
      GnomonEvent event = event("one", sent.size() + 1, at);
      assertThat(judge(checker, event)).isEqualTo(Verdict.NEXT);
      checker.record(event.envelope(), event.data());
      sent.add(event);
      if (restarts) {
        checker = restored(checker);
      }
      GnomonEvent again = sent.get(Math.max(0, sent.size() - 1 - back));
      assertThat(judge(checker, again)).isEqualTo(Verdict.DUPLICATE);
      checker.recordDuplicate(again.envelope(), again.data());
    }
  }

  /** Two producers that report the clock each second; one is some numbers behind the other. */
  @Property(tries = 200)
  void aSecondProducerIsDetectedWithinAFewPolls(
      @ForAll @IntRange(min = 1, max = 2_000) int behind, @ForAll boolean restarts) {
    SequenceChecker checker = new SequenceChecker();
    long at = 1_000;
    for (int number = 1; number <= behind; number++) {
      GnomonEvent event = event("bridge", number, at);
      checker.record(event.envelope(), event.data());
    }
    int taken = 0;
    for (int poll = 1; poll <= 5; poll++) {
      GnomonEvent first = event("bridge", behind + poll, at + poll);
      assertThat(judge(checker, first)).isEqualTo(Verdict.NEXT);
      checker.record(first.envelope(), first.data());
      checker = restarts ? restored(checker) : checker;
      taken += judge(checker, event("bridge", poll, at + poll)) == Verdict.TAKEN ? 1 : 0;
    }
    assertThat(taken).isGreaterThanOrEqualTo(4);
  }

  private static Verdict judge(SequenceChecker checker, GnomonEvent event) {
    return checker.judge(event.envelope(), event.data(), false);
  }

  private static SequenceChecker restored(SequenceChecker checker) {
    SequenceChecker restored = new SequenceChecker();
    restored.restore(checker.snapshot());
    return restored;
  }

  private static GnomonEvent event(String producer, int number, long at) {
    EventData data =
        number % 3 == 0 ? new JobSubmitted("j" + number, at, 1, 60) : new ClockAdvanced(at);
    return GnomonEvent.of("c", producer + number, number, null, data);
  }
}
