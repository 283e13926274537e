package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.http.replica.Coverage;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clusters behind the HTTP server. All methods run on one event loop context. */
public interface ClusterDirectory {
  /** The clusters that this controller owns. */
  Collection<? extends ClusterController> clusters();

  /**
   * Carries out an operation.
   *
   * @return completes when the operation is published with its audit record and a checkpoint
   */
  Future<OperationResult> operate(ClusterController cluster, OperatorRequest request);

  /** What is wrong with the producer of a cluster's events, or null if it is not late. */
  @Nullable Problem silence(ClusterController cluster);

  /** The seconds since a cluster's last event, by this process's clock; NaN if unknown. */
  default double age(ClusterController cluster) {
    return Double.NaN;
  }

  /** The client ids of the other replicas in the consumer group. */
  default Future<List<String>> otherReplicas() {
    return Future.succeededFuture(List.of());
  }

  /** The partitions whose clusters are all known to this controller. */
  Coverage coverage();

  /** Whether the controller has not failed. */
  boolean alive();

  /** Whether all assigned partitions are ready. */
  boolean ready();

  /** The reasons why the controller is not ready; none if it is. */
  List<Problem> problems();
}
