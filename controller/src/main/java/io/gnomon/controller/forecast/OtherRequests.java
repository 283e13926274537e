package io.gnomon.controller.forecast;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.JobForecast;
import io.gnomon.sim.forecast.JobForecast.NewJob;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.priority.JobAccount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The alternatives of a job on nodes: a shorter limit, fewer nodes, and another partition or QOS
 * that its user may use. Those that can never run are left out.
 */
final class OtherRequests {
  private static final int MOST_PARTITIONS = 3;
  private static final int MOST_QOS = 2;

  private final Shapes shapes; // not those of the state, which would grow
  private final int estimate;
  private final List<RequestAlternative> all = new ArrayList<>();

  private OtherRequests(Machine machine, int estimate) {
    shapes = new Shapes(machine);
    this.estimate = estimate;
  }

  /**
   * The alternatives of a job.
   *
   * @param slot of the job; NONE if it would be submitted now
   * @param job the job if it would be submitted now
   * @param ofPool the alternatives to its processors and its limit
   */
  static List<RequestAlternative> of(
      Mirror mirror,
      int slot,
      NewJob job,
      JobForecast.Request asked,
      List<RequestAlternative> ofPool) {
    ClusterState state = mirror.state();
    boolean active = slot != ClusterState.NONE;
    Request request =
        active
            ? state.nodes().shape(slot).request()
            : job.onNodes() == null ? Request.ofCpus(asked.processors()) : job.onNodes();
    OtherRequests others = new OtherRequests(state.nodes().machine(), asked.estimateSeconds());
    for (RequestAlternative one : ofPool) {
      if (one.change() != RequestChange.HALF_PROCESSORS) {
        others.add(one.change(), request, one.request().estimateSeconds(), null, "");
      }
    }
    others.addSmaller(request);
    JobAccount account = active ? account(state, slot) : job.account();
    others.addElsewhere(request, account, state, Permissions.of(mirror));
    return others.all;
  }

  private static @Nullable JobAccount account(ClusterState state, int slot) {
    return state.hasAccounting() && state.accounting().hasAccount(slot)
        ? state.accounting().jobAccounts().jobAccount(state.accounting().accountId(slot))
        : null;
  }

  /** Not for GPUs of the whole job: an alternative is described by nodes and processors only. */
  private void addSmaller(Request request) {
    int nodes = request.minNodes();
    if (nodes == 1 && request.tasks() == 1 || !request.gpusPerJob().isEmpty()) {
      return;
    }
    int most = request.maxNodes();
    add(
        nodes > 1 ? RequestChange.HALF_NODES : RequestChange.HALF_PROCESSORS,
        request.toBuilder()
            .nodes(half(nodes), most == Partition.UNLIMITED ? most : half(most))
            .tasks(half(request.tasks()))
            .build(),
        estimate,
        null,
        "");
  }

  private static int half(int count) {
    return (count + 1) / 2;
  }

  private void addElsewhere(
      Request request, @Nullable JobAccount account, ClusterState state, Permissions permitted) {
    if (!request.reservation().isEmpty()) {
      return;
    }
    List<String> now = partitions(request);
    String qos =
        account == null ? "" : state.accounting().jobAccounts().accounts().resolve(account).qos();
    int before = all.size();
    for (String name : permitted.partitions(account == null ? "" : account.account(), qos)) {
      if (!now.contains(name) && all.size() < before + MOST_PARTITIONS) {
        add(
            RequestChange.PARTITION,
            request.toBuilder().partitions(List.of(name)).build(),
            estimate,
            null,
            name);
      }
    }
    if (account != null) {
      permitted.qos(state.accounting().accounts().tree(), account, now).stream()
          .filter(name -> !name.equals(qos))
          .limit(MOST_QOS)
          .forEach(
              name ->
                  add(
                      RequestChange.QOS,
                      request,
                      estimate,
                      new JobAccount(account.user(), account.account(), name, account.nice()),
                      name));
    }
  }

  /** Those that it names, or the default. */
  private List<String> partitions(Request request) {
    int byDefault = shapes.machine().defaultPartition();
    return !request.partitions().isEmpty() || byDefault < 0
        ? request.partitions()
        : List.of(shapes.machine().partitions().get(byDefault).name());
  }

  private void add(
      RequestChange change,
      Request request,
      int seconds,
      @Nullable JobAccount account,
      String name) {
    Shape shape = shapes.of(request, seconds);
    if (shape.isPossible()) {
      all.add(
          new RequestAlternative(
              change, new JobForecast.Request(shape.width(), seconds, request, account), name));
    }
  }
}
