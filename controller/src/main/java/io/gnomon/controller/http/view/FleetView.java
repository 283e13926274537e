package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.effect.Totals;
import io.gnomon.sim.effect.Variant;
import io.gnomon.sim.fidelity.Fidelity;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clusters of all replicas as a table, for the API. */
public final class FleetView {
  private FleetView() {}

  /**
   * The row of a cluster of this replica.
   *
   * @param silent what is wrong with the producer of its events, or null
   * @param ageSeconds since its last event arrived, by this process's clock; NaN if unknown
   */
  public static JsonObject row(
      ClusterController cluster, @Nullable Problem silent, double ageSeconds) {
    JsonObject row =
        new JsonObject()
            .put("id", cluster.cluster())
            .put("state", (silent == null ? cluster.state() : ControllerState.DEGRADED).name())
            .put("mode", cluster.controls().mode().word())
            .put("proposals", cluster.proposal() == null ? 0 : 1);
    RecordViews.putIfGiven(row, "problem", ClusterProblem.of(cluster, silent).what());
    RecordViews.putIfGiven(row, "age", EffectViews.number(Math.max(0, ageSeconds)));
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null) {
      return row;
    }
    ClusterState state = tracked.mirror().state();
    row.put("waiting", state.waiting().size());
    RecordViews.putIfGiven(row, "slowdown", EffectViews.number(tracked.tuner().observe(state)));
    Totals all = tracked.effect().summary(0, ClusterState.LAST).all();
    RecordViews.putIfGiven(row, "gain", EffectViews.number(gain(all, cluster.controls().mode())));
    Fidelity fidelity = tracked.tuner().fidelity();
    if (fidelity.settings().measures()) {
      row.put("trusted", fidelity.trusted());
      if (fidelity.total().jobs() > 0) {
        RecordViews.putIfGiven(row, "waitError", EffectViews.number(fidelity.total().error()));
      }
    }
    return row;
  }

  /**
   * The share of the mean slowdown that Gnomon's changes have saved; where it makes none, that its
   * recommendations would have saved. NaN without completed jobs.
   */
  private static double gain(Totals all, Mode mode) {
    boolean changes = mode == Mode.APPLY || mode == Mode.APPROVE;
    double without = all.meanSlowdown(changes ? Variant.UNTUNED : Variant.ACTUAL);
    double with = all.meanSlowdown(changes ? Variant.ACTUAL : Variant.ADVISED);
    return all.jobs() == 0 ? Double.NaN : 1 - with / without;
  }

  /**
   * A page of rows.
   *
   * @param column the column to sort by; rows without a value come last, equal ones by id
   * @param descending whether the largest value comes first
   * @param offset the rows before the page, at least 0
   * @param limit the most rows of the page, at least 1
   */
  public static JsonObject page(
      List<JsonObject> rows, String column, boolean descending, int offset, int limit) {
    Comparator<JsonObject> byColumn =
        (one, other) -> compare(one.getValue(column), other.getValue(column), descending);
    List<JsonObject> sorted = new ArrayList<>(rows);
    sorted.sort(byColumn.thenComparing(row -> row.getString("id")));
    return new JsonObject()
        .put("total", rows.size())
        .put("clusters", sorted.stream().skip(offset).limit(limit).toList());
  }

  private static int compare(@Nullable Object one, @Nullable Object other, boolean descending) {
    if (one == null || other == null) {
      return one == other ? 0 : one == null ? 1 : -1;
    }
    int order =
        one instanceof Number first && other instanceof Number second
            ? Double.compare(first.doubleValue(), second.doubleValue())
            : one.toString().compareTo(other.toString());
    return descending ? -order : order;
  }
}
