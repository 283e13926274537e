package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.operation.Freeze;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.OperatorRecorded;
import java.util.List;
import java.util.SplittableRandom;

/** Random operations, and their repetition in a replay. */
final class OperatorStories {
  private OperatorStories() {}

  /** Asks for anything, mostly for what can be granted. */
  static void ask(ControllerTestDriver driver, SplittableRandom random) {
    String id = random.nextBoolean() ? "k" + random.nextInt(1000) : null;
    Operation operation = any(driver, random);
    try {
      driver.operate(new OperatorRequest(id, "p" + random.nextInt(3), "why not", operation));
    } catch (OperationRejectedException refused) {
      // a refusal is not recorded, and changes nothing
    }
  }

  private static Operation any(ControllerTestDriver driver, SplittableRandom random) {
    Proposal open = driver.controller().proposal();
    String proposal = open == null ? "c-p" + random.nextInt(100) : open.id();
    long now = driver.tracked().mirror().now();
    List<Freeze> freezes = driver.controller().controls().freezes();
    return switch (random.nextInt(9)) {
      case 0 -> new Operation.SetMode(Mode.APPROVE);
      case 1 -> new Operation.SetMode(Mode.APPLY);
      case 2 ->
          new Operation.SetMode(random.nextInt(3) == 0 ? null : Mode.values()[random.nextInt(4)]);
      case 3 ->
          new Operation.BeginFreeze(
              random.nextBoolean() ? EventData.NONE : now - 50 + random.nextInt(300),
              random.nextInt(4) == 0 ? EventData.NONE : now + random.nextInt(400));
      case 4, 5 ->
          new Operation.LiftFreeze(
              freezes.isEmpty() || random.nextBoolean() ? null : freezes.get(0).id());
      case 6 -> new Operation.Approve(proposal, null);
      case 7 -> new Operation.Reject(proposal);
      default -> new Operation.RollBack();
    };
  }

  /** Does again what was done at the place among the events that has been reached. */
  static void repeat(List<OperatorRecorded> records, ControllerTestDriver driver) {
    for (OperatorRecorded record : records) {
      if (record.offset() == driver.offset()) {
        again(record, driver);
      }
    }
  }

  private static void again(OperatorRecorded record, ControllerTestDriver driver) {
    try {
      driver.operate(OperatorRequest.of(record));
    } catch (OperationRejectedException refused) {
      throw new IllegalStateException("refused on repetition: " + record, refused);
    }
  }
}
