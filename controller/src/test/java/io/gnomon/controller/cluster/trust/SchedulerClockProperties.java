package io.gnomon.controller.cluster.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

/** The bound on a scheduler's clock for random streams of events. */
class SchedulerClockProperties {
  private static final long YEAR = 365 * 86_400L;
  private static final int LONGEST_DELAY = 600;
  private static final int LONGEST_PAUSE = 600;

  /**
   * A stream at a constant rate: an event happens after a pause, and its record follows with a
   * delay; all records that are delayed at the same time are written together, in order.
   */
  private static final class Stream {
    private final SplittableRandom random;
    private final double rate;
    private final long offset;
    private double happened;
    private double written;
    private final SchedulerClock clock = new SchedulerClock();
    private long at;

    Stream(long seed, double exponent, long offset) {
      random = new SplittableRandom(seed);
      rate = Math.pow(10, exponent);
      this.offset = offset;
      written = 1.7e9;
      happened = written;
      next();
      clock.accept(at, timestamp());
    }

    long timestamp() {
      return (long) (written * 1000);
    }

    /** The next event and the timestamp of its record. */
    void next() {
      happened += random.nextInt(4) == 0 ? random.nextDouble(LONGEST_PAUSE) : random.nextDouble();
      if (happened > written) {
        boolean delayed = random.nextInt(10) == 0;
        written = happened + (delayed ? random.nextDouble(LONGEST_DELAY) : 0);
      }
      at = offset + (long) (rate * (happened - 1.7e9));
    }
  }

  @Property(tries = 300)
  void noEventOfAStreamAtAConstantRateIsRefused(
      @ForAll long seed,
      @ForAll @DoubleRange(min = -1, max = 5) double exponent,
      @ForAll @LongRange(min = 0, max = 10_000_000_000L) long offset) {
    Stream stream = new Stream(seed, exponent, offset);
    for (int i = 0; i < 2000; i++) {
      long before = stream.at;
      stream.next();
      assertThat(stream.clock.objection(stream.at, stream.timestamp(), before)).isNull();
      stream.clock.accept(stream.at, stream.timestamp());
    }
  }

  @Property(tries = 300)
  void aJumpBeyondTheBoundAndAStepBackAreAlwaysRefused(
      @ForAll long seed,
      @ForAll @DoubleRange(min = -1, max = 5) double exponent,
      @ForAll @LongRange(min = 0, max = 10_000_000_000L) long offset) {
    Stream stream = new Stream(seed, exponent, offset);
    for (int i = 0; i < 500; i++) {
      stream.next();
      stream.clock.accept(stream.at, stream.timestamp());
      long now = stream.at;
      long timestamp = stream.timestamp();
      assertThat(stream.clock.objection(now + 20 * YEAR, timestamp, now)).isNotNull();
      assertThat(stream.clock.objection(now - 1, timestamp, now)).isNotNull();
    }
    // an hour and more after the start, the limit is relative to the rate: a day, or five times
    // what the stream can do in half an hour, the longest pause and twice the longest delay
    double reach = stream.rate * (1800 + LONGEST_PAUSE + 2 * LONGEST_DELAY);
    long jump = (long) Math.max(86_400 + stream.rate * LONGEST_DELAY, 5 * reach) + 86_400;
    assertThat(stream.clock.objection(stream.at + jump, stream.timestamp(), stream.at)).isNotNull();
  }

  @Property(tries = 200)
  void aRestoredClockHasTheSameLimits(
      @ForAll long seed, @ForAll @DoubleRange(min = -1, max = 5) double exponent) {
    Stream stream = new Stream(seed, exponent, 1_000_000);
    for (int i = 0; i < 100; i++) {
      stream.next();
      stream.clock.accept(stream.at, stream.timestamp());
    }
    SchedulerClock restored = new SchedulerClock();
    restored.restore(stream.clock.snapshot());
    stream.next();
    assertThat(restored.latest(stream.timestamp(), stream.at))
        .isEqualTo(stream.clock.latest(stream.timestamp(), stream.at));
    assertThat(restored.snapshot()).isEqualTo(stream.clock.snapshot());
  }
}
