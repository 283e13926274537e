package io.gnomon.controller.checkpoint;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.AppliedChange;
import io.gnomon.controller.cluster.change.ChangeLifecycle;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.change.PendingCommand;
import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.cluster.trust.MirrorHealth;
import io.gnomon.controller.cluster.trust.SequenceChecker;
import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.operation.Freeze;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sections of a checkpoint that do not depend on the cluster's declaration. */
final class ControllerSections {
  private ControllerSections() {}

  static void write(ClusterController controller, SectionWriter out) {
    String cluster = controller.cluster();
    out.write(Section.CONTROLLER, () -> health(controller));
    out.write(Section.CLOCK, controller.clock()::snapshot);
    out.write(Section.SEQUENCE, controller.sequence()::snapshot);
    out.write(Section.COMMAND, () -> command(cluster, controller.lifecycle()));
    out.write(Section.OPERATOR, () -> operator(cluster, controller.controls()));
    out.write(Section.COUNTERS, controller.counters()::snapshot);
    TrackedCluster tracked = controller.tracked();
    if (tracked != null) {
      TrackedClusterSections.write(cluster, tracked, out);
    }
  }

  private static Snapshot health(ClusterController controller) {
    MirrorHealth health = controller.health();
    return new Snapshot()
        .put("cluster", controller.cluster())
        .put("lost", health.lost())
        .put("problem", controller.problem())
        .put("fault", health.fault())
        .put("requests", health.requestTimer().snapshot())
        .put("clockProblem", health.clockProblem())
        .put("clockRequests", health.clockTimer().snapshot());
  }

  static ClusterController read(Snapshot checkpoint, ControlSettings settings) {
    Snapshot section = Section.CONTROLLER.read(checkpoint);
    SequenceChecker sequence = new SequenceChecker();
    sequence.restore(Section.SEQUENCE.read(checkpoint));
    ClusterController controller =
        new ClusterController(section.getString("cluster"), settings, sequence);
    controller.health().requestTimer().restore(section.getSection("requests"));
    controller
        .health()
        .restore(
            section.getBoolean("lost"),
            section.getOptionalString("problem"),
            section.getOptionalString("clockProblem"),
            section.getOptionalString("fault"));
    if (Section.CLOCK.isIn(checkpoint)) {
      controller.health().clockTimer().restore(section.getSection("clockRequests"));
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

  /**
   * Returns the controller of a checkpoint that cannot be read as a whole, with the sections that
   * can. It is degraded until a snapshot. If the operators' settings are lost, it does not act by
   * itself: the mode is at most {@link Mode#RECOMMEND}.
   *
   * @param checkpoint the sections, without those that could not be decoded
   */
  static ClusterController salvage(
      String cluster, Snapshot checkpoint, ControlSettings settings, Throwable fault) {
    SequenceChecker sequence = new SequenceChecker();
    if (Faults.in(() -> sequence.restore(Section.SEQUENCE.read(checkpoint))) != null) {
      return salvaged(new ClusterController(cluster, settings), checkpoint, settings, fault);
    }
    return salvaged(
        new ClusterController(cluster, settings, sequence), checkpoint, settings, fault);
  }

  private static ClusterController salvaged(
      ClusterController controller,
      Snapshot checkpoint,
      ControlSettings settings,
      Throwable fault) {
    Faults.in(() -> controller.counters().restore(Section.COUNTERS.read(checkpoint)));
    Faults.in(() -> readCommand(Section.COMMAND.read(checkpoint), controller.lifecycle()));
    Throwable lost =
        Faults.in(() -> readOperator(Section.OPERATOR.read(checkpoint), controller.controls()));
    if (lost != null && controller.controls().mode().compareTo(Mode.RECOMMEND) > 0) {
      controller.controls().choose(Mode.RECOMMEND);
    }
    Faults.in(() -> controller.resume(TrackedClusterSections.withoutJobs(checkpoint, settings)));
    controller.restoreDegraded(fault);
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
              .put("change", Fields.written(change.change(), Change::of)));
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
                Fields.stored(change.getSection("change"), Change::of)),
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
