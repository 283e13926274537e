package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;

/**
 * Operators' requests that wait until the owner of a partition has processed a slice of records.
 */
final class OperatorQueue {
  private static final int CAPACITY = 100;

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  /**
   * A waiting request.
   *
   * @param controller the controller of the cluster
   * @param request the request
   * @param answer completes with the result
   */
  record Waiting(
      ClusterController controller, OperatorRequest request, Promise<OperationResult> answer) {}

  Future<OperationResult> add(ClusterController controller, OperatorRequest request) {
    if (waiting.size() >= CAPACITY) {
      return Future.failedFuture(CAPACITY + " requests are waiting, the maximum; try again later");
    }
    Promise<OperationResult> answer = Promise.promise();
    waiting.add(new Waiting(controller, request, answer));
    return answer.future();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  Waiting next() {
    return waiting.remove();
  }

  /** Fails all waiting requests. */
  void failAll(String why) {
    waiting.forEach(request -> request.answer().fail(why));
    waiting.clear();
  }
}
