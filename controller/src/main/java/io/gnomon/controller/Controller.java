package io.gnomon.controller;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.counterfactual.Baseline;
import io.gnomon.controller.counterfactual.Counterfactuals;
import io.gnomon.controller.http.ClusterDirectory;
import io.gnomon.controller.http.HttpApi;
import io.gnomon.controller.kafka.OwnerSettings;
import io.gnomon.controller.kafka.PartitionOwner;
import io.gnomon.controller.kafka.input.AssignedPartition;
import io.gnomon.controller.kafka.input.EventReader;
import io.gnomon.controller.kafka.input.LagProbe;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.Topic;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service: one verticle that reads the events, hands each partition's records to its owner and
 * serves HTTP. Everything in it runs on one event loop context; simulations run beside it.
 */
public final class Controller extends VerticleBase implements ClusterDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);
  private static final Duration LAG_PERIOD = Duration.ofSeconds(5);
  // for what people ask, which holds nothing up
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ControllerConfig config;
  private final @Nullable Baseline baseline;
  private final TopicNames topics;
  private final Map<Integer, PartitionOwner> owners = new TreeMap<>();
  // by partition, the closing of its last owner here, which would fence its successor after it
  private final Map<Integer, Future<Void>> leaving = new HashMap<>();
  private final Promise<Throwable> failure = Promise.promise();
  private @Nullable StudyPool studies;
  // what people ask for is simulated apart, so that no decision waits for it
  private @Nullable StudyPool whatIfs;
  private @Nullable EventReader consumer;
  private @Nullable HttpApi http;
  private @Nullable Telemetry telemetry;
  private @Nullable Counterfactuals counterfactuals;
  private boolean assigned;

  private Controller(ControllerConfig config, @Nullable Baseline baseline) {
    this.config = config;
    this.baseline = baseline;
    topics = new TopicNames(config.prefix());
  }

  /** Starts a controller; the future completes when it subscribes and HTTP answers. */
  public static Future<Controller> start(Vertx vertx, ControllerConfig config) {
    return start(vertx, config, null);
  }

  /**
   * Starts a controller.
   *
   * @param baseline shown beside what it sees, or null for what it simulates of that itself
   */
  public static Future<Controller> start(
      Vertx vertx, ControllerConfig config, @Nullable Baseline baseline) {
    Controller controller = new Controller(config, baseline);
    return vertx.deployVerticle(controller).map(id -> controller);
  }

  @Override
  public Future<?> start() {
    studies = new StudyPool(vertx, config.studyThreads(), config.studyLimit());
    EventReader reader =
        new EventReader(vertx, config.kafka(), config.group())
            .onPartitions(this::assigned, this::revoked);
    consumer = reader;
    LagProbe lag = new LagProbe(vertx, reader, topics.of(Topic.EVENTS), this::offsets, LAG_PERIOD);
    telemetry = new Telemetry(vertx, config, this::ready, lag);
    Duration patience =
        config.studyLimit().compareTo(PATIENCE) > 0 ? config.studyLimit() : PATIENCE;
    StudyPool asked = new StudyPool(vertx, Math.max(1, config.studyThreads() / 2), patience);
    whatIfs = asked;
    Baseline beside = baseline;
    if (beside == null) {
      counterfactuals = new Counterfactuals(asked);
      beside = counterfactuals;
    }
    http = new HttpApi(vertx, config.http(), this, beside, asked, this::metrics);
    return http.listen().compose(port -> reader.subscribe(topics.of(Topic.EVENTS)));
  }

  @Override
  public Future<?> stop() {
    List<Future<Void>> closing = new ArrayList<>();
    if (http != null) {
      closing.add(http.close());
    }
    if (consumer != null) {
      closing.add(consumer.close());
    }
    List.copyOf(owners.keySet()).forEach(this::leave);
    closing.addAll(leaving.values());
    if (studies != null) {
      studies.close();
    }
    if (whatIfs != null) {
      whatIfs.close();
    }
    if (telemetry != null) {
      closing.add(telemetry.close());
    }
    return Future.join(closing);
  }

  /** The port that HTTP listens on. */
  public int httpPort() {
    return http == null ? 0 : http.port();
  }

  /** Completes with what ended this controller against its will. */
  public Future<Throwable> failure() {
    return failure.future();
  }

  /** Stops it. */
  public Future<Void> close() {
    return vertx.undeploy(deploymentID());
  }

  /** Whether every partition that is assigned here is restored and can publish. */
  @Override
  public boolean ready() {
    return assigned
        && !failure.future().isComplete()
        && owners.values().stream().allMatch(PartitionOwner::healthy);
  }

  /** Whether nothing has ended this controller. */
  @Override
  public boolean alive() {
    return !failure.future().isComplete();
  }

  /** The clusters that are owned here, on the event loop context only. */
  @Override
  public List<ClusterController> clusters() {
    List<ClusterController> clusters = new ArrayList<>();
    owners.values().forEach(owner -> clusters.addAll(owner.controllers()));
    return clusters;
  }

  @Override
  public Future<OperationResult> operate(ClusterController cluster, OperatorRequest request) {
    PartitionOwner owner = ownerOf(cluster.cluster());
    return owner == null
        ? Future.failedFuture("cluster '" + cluster.cluster() + "' has moved to another replica")
        : owner.operate(cluster, request);
  }

  /** The owner of a cluster, or null; on the event loop context only. */
  public @Nullable PartitionOwner ownerOf(String cluster) {
    return owners.values().stream()
        .filter(owner -> owner.controller(cluster) != null)
        .findFirst()
        .orElse(null);
  }

  /** By partition, the offset after the last record taken; on the event loop context only. */
  public Map<Integer, Long> offsets() {
    Map<Integer, Long> offsets = new TreeMap<>();
    owners.forEach((partition, owner) -> offsets.put(partition, owner.nextOffset()));
    return offsets;
  }

  /** Runs {@code question} on the event loop context, where clusters may be looked at. */
  public <T> Future<T> ask(java.util.function.Function<Controller, T> question) {
    Promise<T> promise = Promise.promise();
    context.runOnContext(
        now -> {
          try {
            promise.complete(question.apply(this));
          } catch (RuntimeException e) {
            promise.fail(e);
          }
        });
    return promise.future();
  }

  /** Its figures in Prometheus's text format; on the event loop context only. */
  public String metrics() {
    return telemetry == null ? "" : telemetry.scrape(clusters());
  }

  private OwnerListener listener() {
    OwnerListener observed = telemetry == null ? OwnerListener.NONE : telemetry.listener();
    Counterfactuals beside = counterfactuals;
    return beside == null ? observed : OwnerListener.both(observed, beside);
  }

  private void assigned(Set<AssignedPartition> sources) {
    StudyPool pool = studies;
    if (pool == null) {
      return;
    }
    List<Future<Void>> restoring = new ArrayList<>();
    for (AssignedPartition source : sources) {
      leave(source.partition());
      PartitionOwner owner =
          new PartitionOwner(
              vertx,
              source.partition(),
              new OwnerSettings(
                  topics,
                  config.kafka(),
                  config.kafka(),
                  config.checkpointEvents(),
                  cluster -> config.control(),
                  listener()),
              pool,
              failure::tryComplete);
      owners.put(source.partition(), owner);
      restoring.add(restore(source, owner));
    }
    Future.all(restoring).onSuccess(done -> assigned = true).onFailure(failure::tryComplete);
  }

  private Future<Void> restore(AssignedPartition source, PartitionOwner owner) {
    return leaving
        .getOrDefault(source.partition(), Future.succeededFuture())
        .compose(left -> owner.restore())
        .compose(offset -> source.begin(offset, owner::offer))
        .recover(problem -> unlessLeft(source.partition(), owner, problem));
  }

  /** A partition that has been taken away meanwhile cannot be read, and need not be. */
  private Future<Void> unlessLeft(int partition, PartitionOwner owner, Throwable problem) {
    if (owners.get(partition) == owner) {
      return Future.failedFuture(problem);
    }
    LOG.info("partition {} was taken away again: {}", partition, problem.toString());
    return Future.succeededFuture();
  }

  private void revoked(Set<Integer> partitions) {
    partitions.forEach(this::leave);
  }

  private void leave(int partition) {
    PartitionOwner owner = owners.remove(partition);
    if (owner != null) {
      leaving.put(
          partition,
          owner
              .close()
              .otherwise(
                  problem -> {
                    LOG.warn("closing the owner of {}: {}", partition, problem.toString());
                    return null;
                  }));
    }
  }
}
