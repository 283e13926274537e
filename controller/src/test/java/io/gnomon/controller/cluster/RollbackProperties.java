package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Random changes, reviews and outcomes: a command rolls back the change in force or is an ordinary
 * change, which the fidelity gate withholds while the model is not trusted.
 */
class RollbackProperties {
  private static final int PERIOD = ControllerTestDriver.PERIOD;
  private static final List<Spec> POLICIES =
      List.of(
          Spec.parse("multi-queue(partitions=1)"),
          Spec.parse("multi-queue(boundaries=50000/100000, partitions=2)"),
          Spec.parse("multi-queue(boundaries=60000/100000, partitions=2)"),
          Spec.parse("multi-queue(boundaries=70000/100000, partitions=2)"));

  /** What happens after a decision. */
  private enum Outcome {
    APPLIED,
    REJECTED,
    APPLIED_AFTER_RESTART,
    DECLARED_THEN_APPLIED,
    CHANGED_ELSEWHERE,
    DECLARED_ELSEWHERE,
    ROLLED_BACK_BY_OPERATOR
  }

  /**
   * One evaluation and what follows it.
   *
   * @param approved whether an operator approves the change; otherwise it is applied at once
   * @param target the policy that the study finds best
   * @param reviewed changes of the past, counted backwards, that are found to be mistakes
   * @param shifted whether the reviews are of changes a second later, which were never made
   * @param elsewhere the policy that others set
   */
  private record Step(
      boolean approved,
      int target,
      List<Integer> reviewed,
      boolean shifted,
      Outcome outcome,
      int elsewhere) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> policy = Arbitraries.integers().between(0, POLICIES.size() - 1);
    Arbitrary<List<Integer>> reviewed =
        Arbitraries.integers().between(0, 3).list().uniqueElements().ofMaxSize(2);
    Arbitrary<Outcome> outcome =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.just(Outcome.APPLIED)),
            Tuple.of(6, Arbitraries.of(Outcome.class)));
    return Combinators.combine(
            Arbitraries.of(true, false),
            policy,
            reviewed,
            Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)),
            outcome,
            policy)
        .as(Step::new)
        .list()
        .ofMinSize(3)
        .ofMaxSize(10);
  }

  @Property(tries = 150)
  void aRollbackIsTheInverseOfTheChangeInForceAndOnlyThat(
      @ForAll("steps") List<Step> steps, @ForAll boolean measured)
      throws OperationRejectedException {
    Course course = new Course(measured);
    for (Step step : steps) {
      course.take(step);
    }
  }

  /** A cluster, with the changes that the test has seen. */
  private static final class Course {
    private final ControllerTestDriver driver;
    private final ForcedStudies studies = new ForcedStudies(POLICIES.get(0));
    private final List<Change> changes = new ArrayList<>();
    private Spec policy = POLICIES.get(0);
    private @Nullable Change inForce;
    private int evaluations;

    Course(boolean measured) {
      TuneSettings tuning =
          new TuneSettings(1.05, PERIOD, PERIOD, SearchSpace.partitions(2), GuardRails.NONE);
      driver =
          new ControllerTestDriver(
              Mode.APPLY,
              measured ? tuning.withFidelity(new FidelitySettings(PERIOD, 1, 0.4)) : tuning);
      driver.withEvaluations(studies).crowd();
    }

    void take(Step step) throws OperationRejectedException {
      Mode mode = step.approved() ? Mode.APPROVE : Mode.APPLY;
      if (driver.controller().controls().mode() != mode) {
        driver.operate(new Operation.SetMode(mode));
      }
      studies.target = POLICIES.get(step.target());
      studies.reviews = reviews(step);
      int sent = driver.commands().size();
      evaluations++;
      driver.send(new ClockAdvanced(driver.at(evaluations * PERIOD)));
      DecisionRecorded decision = driver.decisions().get(driver.decisions().size() - 1);
      String proposal = decision.proposal();
      if (decision.outcome() == DecisionOutcome.AWAITING_APPROVAL && proposal != null) {
        driver.operate(new Operation.Approve(proposal, null));
      }
      ConfigRequested command =
          driver.commands().size() == sent ? null : driver.commands().get(sent);
      check(decision, command);
      follow(step, command);
    }

    private List<ReviewResult> reviews(Step step) {
      return step.reviewed().stream()
          .filter(back -> back < changes.size())
          .map(back -> changes.get(changes.size() - 1 - back))
          .map(
              change ->
                  step.shifted()
                      ? Change.made(
                          change.decided(), change.since() + 1, change.from(), change.to())
                      : change)
          .map(change -> new ReviewResult(change, (evaluations + 1) * PERIOD, 1, 2))
          .toList();
    }

    private void check(DecisionRecorded decision, @Nullable ConfigRequested command) {
      boolean undone = studies.reviews.stream().anyMatch(review -> review.change().equals(inForce));
      if (undone) {
        String former = Objects.requireNonNull(inForce).from().toString();
        assertThat(decision.reason()).isEqualTo(DecisionReason.GAIN_NOT_REALISED);
        assertThat(decision.chosen()).isEqualTo(former);
        assertThat(Objects.requireNonNull(command).mode()).isEqualTo(CommandMode.ROLLBACK);
        assertThat(command.configuration().policy()).isEqualTo(former);
        return;
      }
      assertThat(decision.outcome()).isNotEqualTo(DecisionOutcome.ROLLED_BACK);
      assertThat(decision.reason()).isNotEqualTo(DecisionReason.GAIN_NOT_REALISED);
      boolean trusted = driver.tracked().tuner().fidelity().trusted();
      if (studies.target.equals(policy)) {
        assertThat(decision.chosen()).isNull();
        assertThat(command).isNull();
        return;
      }
      assertThat(decision.chosen()).isEqualTo(studies.target.toString());
      if (!trusted) {
        assertThat(decision.reason()).isEqualTo(DecisionReason.MODEL_NOT_TRUSTED);
        assertThat(command).isNull();
      } else {
        assertThat(Objects.requireNonNull(command).mode()).isEqualTo(CommandMode.APPLY);
        assertThat(command.configuration().policy()).isEqualTo(decision.chosen());
      }
    }

    private void follow(Step step, @Nullable ConfigRequested command)
        throws OperationRejectedException {
      Spec other = POLICIES.get(step.elsewhere());
      switch (step.outcome()) {
        case CHANGED_ELSEWHERE -> {
          reject(command);
          driver.send(new ConfigApplied(at(2), next(other), null, null));
          changedTo(other);
        }
        case DECLARED_ELSEWHERE -> {
          reject(command);
          declare(next(other));
          changedTo(other);
        }
        case REJECTED -> reject(command);
        case ROLLED_BACK_BY_OPERATOR -> {
          reject(command);
          rollBack();
        }
        case APPLIED -> apply(command);
        case APPLIED_AFTER_RESTART -> {
          driver.restart();
          apply(command);
          driver.restart();
        }
        case DECLARED_THEN_APPLIED -> {
          if (command != null) {
            declare(command.configuration());
            apply(command);
          }
        }
      }
      Change known = inForce;
      assertThat(driver.controller().lifecycle().inForce()).isEqualTo(known);
      assertThat(driver.tracked().configuration().policy()).isEqualTo(policy.toString());
    }

    private void rollBack() throws OperationRejectedException {
      Change change = inForce;
      if (change != null) {
        driver.operate(new Operation.RollBack());
        List<ConfigRequested> commands = driver.commands();
        ConfigRequested command = commands.get(commands.size() - 1);
        assertThat(command.mode()).isEqualTo(CommandMode.ROLLBACK);
        assertThat(command.configuration().policy()).isEqualTo(change.from().toString());
        apply(command);
      }
    }

    private void reject(@Nullable ConfigRequested command) {
      if (command != null) {
        driver.send(
            new ConfigRejected(
                at(1), command.command(), ConfigRejectReason.NOT_ALLOWED, null, version()));
      }
    }

    private void apply(@Nullable ConfigRequested command) {
      if (command == null) {
        return;
      }
      driver.send(
          new ConfigApplied(
              at(3), command.configuration(), command.command(), command.contentHash()));
      Spec now = Spec.parse(command.configuration().policy());
      inForce = null;
      if (command.mode() == CommandMode.APPLY) {
        int decided = (int) (command.at() - ControllerTestDriver.ORIGIN);
        int since = (int) (at(3) - ControllerTestDriver.ORIGIN);
        Change change = Change.made(decided, since, policy, now);
        inForce = change;
        changes.add(change);
      }
      policy = now;
    }

    private void changedTo(Spec other) {
      inForce = other.equals(policy) ? inForce : null;
      policy = other;
    }

    private void declare(Configuration configuration) {
      driver.send(
          new ClusterDeclared(
              at(2), 10, EventData.NONE, "test", driver.capabilities(), configuration));
    }

    private Configuration next(Spec other) {
      return new Configuration(other.toString(), version() + 1);
    }

    private long version() {
      return driver.tracked().configuration().version();
    }

    private long at(int second) {
      return driver.at(evaluations * PERIOD + second);
    }
  }
}
