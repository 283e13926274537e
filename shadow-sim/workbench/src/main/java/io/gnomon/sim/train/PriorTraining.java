package io.gnomon.sim.train;

import io.gnomon.sim.backtest.Backtest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.ToDoubleFunction;

/**
 * Learns a prior: each quick policy of the library is in force over the whole of each workload,
 * from an empty cluster, and is compared with EASY. The result depends only on the workloads. Not
 * thread-safe.
 */
public final class PriorTraining {
  private static final Spec EASY = Spec.of("easy");

  private final List<Spec> policies = PolicyLibrary.quick(PolicyLibrary.none());
  private final List<String> workloads = new ArrayList<>();
  private final Map<Spec, List<Prior.Result>> results = new LinkedHashMap<>();

  /** Nothing learned yet. */
  public PriorTraining() {
    policies.forEach(policy -> results.put(policy, new ArrayList<>()));
  }

  /**
   * Learns from a workload.
   *
   * @param name of the workload, with what it was made from
   * @param log prepared for the machine, with at least one job
   * @param helpers run simulations beside the calling thread
   */
  public void add(String name, JobLog log, int processors, Executor helpers) {
    StudyResult study =
        Backtest.of(log, new ClusterState(processors))
            .backtest(EASY, policies, StudyCriteria.SLOWDOWN.withWaits())
            .join(helpers);
    workloads.add("%s, %d processors, %d jobs".formatted(name, processors, log.size()));
    results.forEach((policy, of) -> of.add(result(study.of(policy), study.incumbent())));
  }

  private static Prior.Result result(AlternativeResult one, AlternativeResult easy) {
    return new Prior.Result(one.meanCost() / easy.meanCost(), one.waits());
  }

  /**
   * The prior as JSON.
   *
   * @param source what simulated the workloads
   */
  public String toJson(String source) {
    Json json = new Json().object().put("source", source).name("workloads").array();
    workloads.forEach(json::value);
    json.endArray().name("policies").array();
    results.forEach(
        (policy, of) -> {
          json.object().put("policy", policy.toString());
          write(json, "cost", of, Prior.Result::cost);
          write(json, "worstCategory", of, result -> result.waits().worstCategory());
          write(json, "longestWait", of, result -> result.waits().longest());
          json.endObject();
        });
    return json.endArray().endObject().toString();
  }

  private static void write(
      Json json, String name, List<Prior.Result> results, ToDoubleFunction<Prior.Result> value) {
    json.name(name).array();
    results.forEach(result -> json.value(value.applyAsDouble(result)));
    json.endArray();
  }
}
