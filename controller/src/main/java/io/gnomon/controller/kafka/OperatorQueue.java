package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Predicate;

/**
 * Operators' requests that wait until the owner of a partition has processed a slice of records,
 * and their cluster has no open task.
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

  /** Whether a request for the cluster is waiting. */
  boolean concerns(ClusterController controller) {
    return waiting.stream().anyMatch(one -> one.controller() == controller);
  }

  /** Removes and returns the requests for clusters that are not studied, in their order. */
  List<Waiting> take(Predicate<ClusterController> studied) {
    List<Waiting> taken = waiting.stream().filter(one -> !studied.test(one.controller())).toList();
    waiting.removeAll(taken);
    return taken;
  }

  /** Fails all waiting requests. */
  void failAll(String why) {
    waiting.forEach(request -> request.answer().fail(why));
    waiting.clear();
  }
}
