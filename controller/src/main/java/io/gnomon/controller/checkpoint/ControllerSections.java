package io.gnomon.controller.checkpoint;

import io.gnomon.controller.cluster.AppliedChange;
import io.gnomon.controller.cluster.ChangeLifecycle;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.ControllerState;
import io.gnomon.controller.cluster.PendingCommand;
import io.gnomon.controller.cluster.Proposal;
import io.gnomon.controller.cluster.SequenceChecker;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.operation.Freeze;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sections of a checkpoint that do not depend on the cluster's declaration. */
final class ControllerSections {
  private ControllerSections() {}

  static void write(ClusterController controller, Snapshot checkpoint) {
    Section.CONTROLLER.write(
        checkpoint,
        new Snapshot()
            .put("cluster", controller.cluster())
            .put("lost", controller.health().lost())
            .put("problem", controller.problem())
            .put("requestedAt", controller.health().requestTimer().askedAt())
            .put("waitSeconds", controller.health().requestTimer().waitSeconds())
            .put("clockProblem", controller.health().clockProblem())
            .put("clockRequestedAt", controller.health().clockTimer().askedAt())
            .put("clockWaitSeconds", controller.health().clockTimer().waitSeconds()));
    Section.CLOCK.write(checkpoint, controller.clock().snapshot());
    Section.SEQUENCE.write(checkpoint, controller.sequence().snapshot());
    Section.COMMAND.write(checkpoint, command(controller.cluster(), controller.lifecycle()));
    Section.OPERATOR.write(checkpoint, operator(controller.cluster(), controller.controls()));
    Section.COUNTERS.write(checkpoint, controller.counters().snapshot());
    TrackedCluster tracked = controller.tracked();
    if (tracked != null) {
      TrackedClusterSections.write(controller.cluster(), tracked, checkpoint);
    }
  }

  static ClusterController read(Snapshot checkpoint, ControlSettings settings) {
    Snapshot section = Section.CONTROLLER.read(checkpoint);
    SequenceChecker sequence = new SequenceChecker();
    sequence.restore(Section.SEQUENCE.read(checkpoint));
    ClusterController controller =
        new ClusterController(section.getString("cluster"), settings, sequence);
    controller
        .health()
        .requestTimer()
        .restore(section.getLong("requestedAt"), section.getLong("waitSeconds"));
    controller
        .health()
        .restore(
            section.getBoolean("lost"),
            section.getOptionalString("problem"),
            section.getOptionalString("clockProblem"));
    if (Section.CLOCK.isIn(checkpoint)) {
      controller
          .health()
          .clockTimer()
          .restore(section.getLong("clockRequestedAt"), section.getLong("clockWaitSeconds"));
      controller.clock().restore(Section.CLOCK.read(checkpoint));
    }
    if (Section.COUNTERS.isIn(checkpoint)) {
      controller.counters().restore(Section.COUNTERS.read(checkpoint));
    }
    readCommand(Section.COMMAND.read(checkpoint), controller.lifecycle());
    readOperator(Section.OPERATOR.read(checkpoint), controller.controls());
    controller.resume(
        Section.CLUSTER.isIn(checkpoint)
            ? TrackedClusterSections.read(checkpoint, settings)
            : null);
    return controller;
  }

  private static Snapshot command(String cluster, ChangeLifecycle lifecycle) {
    Snapshot section = new Snapshot().put("state", lifecycle.state().name());
    PendingCommand pending = lifecycle.pending();
    if (pending != null) {
      section.put(
          "pending",
          new Snapshot()
              .put("command", EventFormat.write(cluster, pending.command()))
              .put("formerPolicy", pending.former().policy())
              .put("formerVersion", pending.former().version()));
    }
    Proposal proposal = lifecycle.proposal();
    if (proposal != null) {
      section.put("proposed", EventFormat.write(cluster, proposal.command()));
    }
    LapsedProposal lapsed = lifecycle.lapsed();
    if (lapsed != null) {
      section.put(
          "lapsed",
          new Snapshot().put("proposal", lapsed.proposal()).put("cause", lapsed.cause().name()));
    }
    AppliedChange change = lifecycle.change();
    if (change != null) {
      section.put(
          "inForce",
          new Snapshot()
              .put("command", EventFormat.write(cluster, change.command()))
              .put("former", change.former())
              .put("since", change.since()));
    }
    return section;
  }

  private static void readCommand(Snapshot section, ChangeLifecycle lifecycle) {
    Snapshot pending = section.getOptionalSection("pending");
    Snapshot change = section.getOptionalSection("inForce");
    Snapshot lapsed = section.getOptionalSection("lapsed");
    lifecycle.resume(
        ControllerState.valueOf(section.getString("state")),
        pending == null
            ? null
            : new PendingCommand(
                (ConfigRequested) EventFormat.read(pending.getString("command")),
                new Configuration(
                    pending.getString("formerPolicy"), pending.getLong("formerVersion"))),
        (ConfigRequested) optionalEvent(section.getOptionalString("proposed")),
        change == null
            ? null
            : new AppliedChange(
                (ConfigRequested) EventFormat.read(change.getString("command")),
                change.getString("former"),
                change.getInt("since")),
        lapsed == null
            ? null
            : new LapsedProposal(
                lapsed.getString("proposal"), LapseCause.valueOf(lapsed.getString("cause"))));
  }

  private static @Nullable EventData optionalEvent(@Nullable String json) {
    return json == null ? null : EventFormat.read(json);
  }

  private static Snapshot operator(String cluster, OperatorControls controls) {
    Mode chosen = controls.chosen();
    return new Snapshot()
        .put("mode", chosen == null ? null : chosen.word())
        .putSections(
            "freezes",
            controls.freezes().stream()
                .map(
                    freeze ->
                        new Snapshot()
                            .put("id", freeze.id())
                            .put("from", freeze.from())
                            .put("until", freeze.until()))
                .toList())
        .putStrings(
            "records",
            controls.records().stream().map(record -> EventFormat.write(cluster, record)).toList())
        .put("operations", controls.count());
  }

  private static void readOperator(Snapshot section, OperatorControls controls) {
    String mode = section.getOptionalString("mode");
    List<Freeze> freezes =
        section.getSections("freezes").stream()
            .map(
                freeze ->
                    new Freeze(
                        freeze.getString("id"), freeze.getLong("from"), freeze.getLong("until")))
            .toList();
    List<OperatorRecorded> records =
        section.getStrings("records").stream()
            .map(json -> (OperatorRecorded) EventFormat.read(json))
            .toList();
    controls.restore(
        mode == null ? null : Mode.parse(mode), freezes, records, section.getLong("operations"));
  }
}
