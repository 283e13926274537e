package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.vertx.core.Future;
import java.util.Collection;

/** What HTTP shows and passes on to; all of it on one event loop context. */
public interface ClusterDirectory {
  /** The clusters that are followed here. */
  Collection<? extends ClusterController> clusters();

  /**
   * Has something done to a cluster.
   *
   * @return completes when it is published, with its audit and a checkpoint that has it
   */
  Future<OperationResult> operate(ClusterController cluster, OperatorRequest request);

  /** Whether nothing has ended it. */
  boolean alive();

  /** Whether it can do its work at present. */
  boolean ready();
}
