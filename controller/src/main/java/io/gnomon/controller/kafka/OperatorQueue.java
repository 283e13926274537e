package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;

/** People's requests that wait until the owner of a partition is between two chunks. */
final class OperatorQueue {
  private static final int MOST = 100;

  private final ArrayDeque<Asked> waiting = new ArrayDeque<>();

  /**
   * A request that waits.
   *
   * @param controller of the cluster that it is about
   * @param request what is asked
   * @param answer to be completed
   */
  record Asked(
      ClusterController controller, OperatorRequest request, Promise<OperationResult> answer) {}

  Future<OperationResult> add(ClusterController controller, OperatorRequest request) {
    if (waiting.size() >= MOST) {
      return Future.failedFuture(MOST + " requests wait already; try again in a while");
    }
    Promise<OperationResult> answer = Promise.promise();
    waiting.add(new Asked(controller, request, answer));
    return answer.future();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  Asked next() {
    return waiting.remove();
  }

  /** Answers all that wait that nothing comes of them. */
  void giveUp(String why) {
    waiting.forEach(asked -> asked.answer().fail(why));
    waiting.clear();
  }
}
