package io.gnomon.controller.metrics;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.health.Heartbeats;
import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.notification.Channel;
import io.gnomon.controller.notification.NotificationSettings;
import io.gnomon.controller.notification.Notifier;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.wait.JobWaits;
import io.gnomon.events.EventType;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.fidelity.FidelityResult;
import io.gnomon.sim.fidelity.FidelityTotals;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.snapshot.Snapshot;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Everything that a controller with one cluster and every kind of receiver reports. */
public final class FullScrape {
  private FullScrape() {}

  /** The scrape of a cluster of 8 processors that has been declared, and of its controller. */
  public static Scrape of() {
    return new Scrape(text());
  }

  /** The same as text. */
  static String text() {
    Vertx vertx = Vertx.vertx();
    try (StudyPool pool = new StudyPool(vertx, 1, Duration.ofSeconds(30));
        ControllerMetrics metrics =
            new ControllerMetrics(
                () -> true, Duration.ofSeconds(30), new Heartbeats(Duration.ofMinutes(5)), 1)) {
      EnumMap<Channel, URI> receivers = new EnumMap<>(Channel.class);
      for (Channel channel : Channel.values()) {
        receivers.put(channel, URI.create("http://127.0.0.1:1/"));
      }
      new Notifier(vertx, NotificationSettings.of(receivers, null, 1))
          .queues()
          .forEach(metrics::register);
      metrics.register(new AccessCounters());
      metrics.register(pool);
      ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 10).declare(8);
      driver.controller().counters().restore(everything(driver.controller().counters().snapshot()));
      driver
          .tracked()
          .tuner()
          .fidelity()
          .checked(
              new FidelityResult(
                  0,
                  3600,
                  FidelityTotals.NONE,
                  new TreeMap<>(Map.of("batch", new FidelityTotals(1, 90, 80, 10, 0, 0)))));
      JobWaits waits = driver.tracked().effects().waits();
      waits.keepAccounts(1);
      waits.partitions().started("batch", 60);
      waits.qos().started("normal", 60);
      waits.accounts().started("physics", 60);
      ClusterState site = new ClusterState(gpuSite());
      int held = site.submitShape(0, 0, site.nodes().shapes().of(Request.ofCpus(1), 60).id(), 60);
      site.hold(held, WaitingReason.HELD_BY_USER);
      metrics.sample(driver.controller(), NodeUse.of(site).get());
      metrics.complete(Set.of(ControllerTestDriver.CLUSTER), Map.of(0, 7L), List.of());
      return metrics.render();
    } finally {
      vertx.close();
    }
  }

  private static Machine gpuSite() {
    return new Machine.Builder()
        .node("n[1-2]", NodeClass.of(8, 1_000))
        .node("g1", new NodeClass(16, 1, 4_000, Map.of("v100", 2), Set.of(), 1))
        .build();
  }

  /** The counters of a cluster that has sent every event and kept its policy for every reason. */
  private static Snapshot everything(Snapshot counters) {
    Snapshot events = new Snapshot();
    for (EventType type : EventType.values()) {
      if (type.topic() == Topic.EVENTS) {
        events.put(type.name(), 1L);
      }
    }
    List<Snapshot> decisions =
        EnumSet.complementOf(
                EnumSet.of(DecisionReason.LOWER_COST, DecisionReason.GAIN_NOT_REALISED))
            .stream()
            .map(
                reason ->
                    new Snapshot()
                        .put("outcome", DecisionOutcome.KEPT.name())
                        .put("reason", reason.name())
                        .put("count", 1L))
            .toList();
    Snapshot all = new Snapshot().put("events", events).putSections("decisions", decisions);
    counters.fields().stream().filter(field -> !all.has(field.name())).forEach(all::put);
    return all;
  }
}
