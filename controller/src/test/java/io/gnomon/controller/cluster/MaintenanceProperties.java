package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.ConfigRequested;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** What becomes of an approval, at any time of the day and with any daily window. */
class MaintenanceProperties {
  private static final int DAY = 24 * 3600;
  private static final int MINUTES = 24 * 60;
  private static final int EXPIRY = 500;

  private static MaintenanceWindows daily(int from, int minutes) {
    int to = (from + minutes) % MINUTES;
    return MaintenanceWindows.parse(
        "%02d:%02d-%02d:%02d UTC".formatted(from / 60, from % 60, to / 60, to % 60));
  }

  @Property(tries = 60)
  void anAcceptedApprovalIsCarriedOutInTheNextWindowOrADecisionRecordSaysThatItHasLapsed(
      @ForAll @IntRange(max = MINUTES - 1) int opens,
      @ForAll @IntRange(min = 5, max = MINUTES - 5) int minutes,
      @ForAll @IntRange(max = DAY) int arrival,
      @ForAll @IntRange(max = EXPIRY - 1) int delay,
      @ForAll @IntRange(min = 60, max = 900) int tick)
      throws Exception {
    MaintenanceWindows window = daily(opens, minutes);
    ControllerTestDriver driver =
        new ControllerTestDriver(Mode.APPROVE, 2).within(window).declare(10);
    int decided = arrival + ControllerTestDriver.PERIOD;
    clock(driver.crowdOfJobs(arrival), decided);
    int now = decided + delay;
    clock(driver, now);
    String proposal = Objects.requireNonNull(driver.controller().proposal()).id();
    long nextOpening = window.opensAt(driver.at(now));

    driver.operate(new Operation.Approve(proposal, null));
    while (driver.commands().isEmpty() && driver.at(now) < nextOpening + EXPIRY) {
      now += tick;
      clock(driver, now);
    }

    boolean sent = !driver.commands().isEmpty();
    Statistics.collect(sent ? "sent" : "lapsed");
    if (sent) {
      ConfigRequested command = driver.commands().get(0);
      assertThat(command.proposal()).isEqualTo(proposal);
      assertThat(window.open(driver.at(now))).isTrue();
      assertThat(driver.at(now) - nextOpening).isBetween(0L, (long) tick);
      assertThat(command.expiresAt()).isGreaterThan(driver.at(now));
    } else {
      assertThat(tick).as("an event comes while the window is open").isGreaterThan(300);
      clock(driver, now + ControllerTestDriver.PERIOD);
      assertThat(driver.decisions())
          .extracting(DecisionRecorded::lapsed)
          .filteredOn(Objects::nonNull)
          .extracting(LapsedProposal::proposal)
          .contains(proposal);
    }
    assertThat(driver.controller().counters().of(Count.FAULTS)).isZero();
  }

  private static void clock(ControllerTestDriver driver, int second) {
    driver.send(new ClockAdvanced(driver.at(second), null));
  }
}
