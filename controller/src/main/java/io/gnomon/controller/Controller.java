package io.gnomon.controller;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.counterfactual.Counterfactuals;
import io.gnomon.controller.health.Heartbeats;
import io.gnomon.controller.health.MissingSnapshots;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.health.Readiness;
import io.gnomon.controller.http.ClusterDirectory;
import io.gnomon.controller.http.HttpApi;
import io.gnomon.controller.http.replica.Coverage;
import io.gnomon.controller.http.replica.ReplicaAddress;
import io.gnomon.controller.kafka.ClusterAdmission;
import io.gnomon.controller.kafka.OwnerSettings;
import io.gnomon.controller.kafka.PartitionOwner;
import io.gnomon.controller.kafka.PartitionOwners;
import io.gnomon.controller.kafka.input.EventReader;
import io.gnomon.controller.kafka.input.LagProbe;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.kafka.topic.TopicClient;
import io.gnomon.controller.kafka.topic.TopicWatch;
import io.gnomon.controller.listener.ContainedListeners;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.controller.room.HeapBudget;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.Topic;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service: a verticle that reads the events, passes each partition's records to its owner and
 * serves HTTP. It runs on one event loop context; simulations run on separate threads.
 */
public final class Controller extends VerticleBase implements ClusterDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);
  private static final Duration EVICTION_PERIOD = Duration.ofHours(1);
  private static final Duration LAG_PERIOD = Duration.ofSeconds(5);
  private static final Duration READINESS_PERIOD = Duration.ofSeconds(1);

  private final ControllerConfig config;
  private final TopicNames topics;
  private final Promise<Throwable> failure = Promise.promise();
  private @Nullable StudyPool studies;
  private @Nullable EventReader consumer;
  private @Nullable PartitionOwners owners;
  private @Nullable TopicClient topicClient;
  private @Nullable TopicWatch topicWatch;
  private final Heartbeats heartbeats;
  private final HeapBudget declarations =
      new HeapBudget(Runtime.getRuntime().maxMemory(), System::nanoTime);
  private Readiness readiness = new Readiness(List.of());
  private @Nullable HttpApi http;
  private @Nullable Telemetry telemetry;
  private @Nullable Counterfactuals counterfactuals;
  private String clientId = "gnomon-" + UUID.randomUUID();

  private Controller(ControllerConfig config) {
    this.config = config;
    topics = new TopicNames(config.kafka().prefix());
    heartbeats = new Heartbeats(config.clusters().silence());
  }

  /** Starts a controller; the future completes when it has subscribed and serves HTTP. */
  public static Future<Controller> start(Vertx vertx, ControllerConfig config) {
    Controller controller = new Controller(config);
    return vertx.deployVerticle(controller).map(id -> controller);
  }

  @Override
  public Future<?> start() {
    StudyPool pool = new StudyPool(vertx, config.work().studyThreads(), config.work().studyLimit());
    studies = pool;
    TopicClient client = new TopicClient(vertx, config.kafka().properties());
    topicClient = client;
    PartitionOwners owning =
        new PartitionOwners(vertx, this::ownerSettings, pool, failure::tryComplete);
    owners = owning;
    readiness = new Readiness(List.of(this::failures, owning::problems));
    HttpApi api =
        new HttpApi(vertx, config.http(), this, pool, this::metrics, config.signing().keys());
    http = api;
    return api.listen().compose(port -> read(port, pool, client, owning, api));
  }

  /** Reads the events, after HTTP listens: the port is part of this replica's address. */
  private Future<Void> read(
      int port, StudyPool pool, TopicClient client, PartitionOwners owning, HttpApi api) {
    ReplicaAddress advertised = config.http().advertised();
    if (advertised != null) {
      clientId = advertised.orPort(port).clientId();
    }
    EventReader reader =
        new EventReader(vertx, config.kafka().properties(), config.kafka().group(), clientId)
            .onPartitions(owning::assigned, owning::revoked)
            .onOutOfRange(owning::outOfRange)
            .onEnd(failure::tryComplete);
    consumer = reader;
    TopicWatch watch = new TopicWatch(vertx, client, topics::of, owning::eventsTopic);
    topicWatch = watch;
    readiness =
        new Readiness(
            List.of(
                this::failures,
                watch::problems,
                reader::problems,
                owning::problems,
                heartbeats::problems,
                () ->
                    Problem.ofClusters(
                        ProblemKind.NO_ROOM,
                        "no room for what is declared of ",
                        declarations.refused()),
                () -> MissingSnapshots.problems(clusters())));
    vertx.setPeriodic(
        READINESS_PERIOD.toMillis(),
        again -> {
          observe(reader.problems().isEmpty());
          readiness.log();
        });
    LagProbe lag = new LagProbe(vertx, reader, topics.of(Topic.EVENTS), this::offsets, LAG_PERIOD);
    Telemetry observing = new Telemetry(vertx, config, this::problems, lag, heartbeats);
    telemetry = observing;
    counterfactuals = new Counterfactuals(pool);
    observing.observe(api);
    observing.observe(pool);
    vertx.setPeriodic(EVICTION_PERIOD.toMillis(), timer -> evictIdle());
    return watch
        .begin()
        .compose(Controller::unlessMisconfigured)
        .compose(usable -> reader.subscribe(topics.of(Topic.EVENTS)));
  }

  /** Refuses to start with topics on which data would be lost. */
  private static Future<Void> unlessMisconfigured(List<Problem> problems) {
    return problems.stream()
        .filter(problem -> problem.kind() == ProblemKind.TOPIC_MISCONFIGURED)
        .findFirst()
        .<Future<Void>>map(problem -> Future.failedFuture(problem.toString()))
        .orElse(Future.succeededFuture());
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
    if (owners != null) {
      closing.add(owners.close());
    }
    if (topicWatch != null) {
      topicWatch.stop();
    }
    if (topicClient != null) {
      closing.add(topicClient.close());
    }
    if (studies != null) {
      studies.close();
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

  /** Completes with the failure that ended this controller. */
  public Future<Throwable> failure() {
    return failure.future();
  }

  /** Stops the controller. */
  public Future<Void> close() {
    return vertx.undeploy(deploymentID());
  }

  /** Whether all assigned partitions are restored and can publish. */
  @Override
  public boolean ready() {
    return Problem.onlyWarnings(problems());
  }

  /** The reasons why this controller is not ready, and warnings. */
  @Override
  public List<Problem> problems() {
    return readiness.problems();
  }

  private List<Problem> failures() {
    return failure.future().isComplete()
        ? List.of(
            new Problem(
                ProblemKind.FAILED, "the controller has ended: " + failure.future().result()))
        : List.of();
  }

  /** Observes which clusters send events; of the others, some events may wait. */
  private void observe(boolean reading) {
    List<ClusterController> processed = new ArrayList<>();
    List<ClusterController> delayed = new ArrayList<>();
    present()
        .forEach(
            owner ->
                owner
                    .controllers()
                    .forEach(
                        one -> (reading && !owner.delays(one) ? processed : delayed).add(one)));
    heartbeats.observe(processed, delayed, System.nanoTime(), Instant.now());
  }

  @Override
  public @Nullable Problem silence(ClusterController cluster) {
    String noRoom = declarations.refusal(cluster.cluster());
    return noRoom == null ? heartbeats.problem(cluster) : new Problem(ProblemKind.NO_ROOM, noRoom);
  }

  @Override
  public double age(ClusterController cluster) {
    return Instant.now().toEpochMilli() / 1000.0 - heartbeats.lastEvent(cluster);
  }

  /**
   * The other members of the consumer group; one of another program has another form of id. One
   * with the id of this replica is listed, too: it was given the same address.
   */
  @Override
  public Future<List<String>> otherReplicas() {
    return Objects.requireNonNull(topicClient)
        .members(config.kafka().group())
        .map(
            ids -> {
              List<String> others = new ArrayList<>(ids);
              others.remove(clientId);
              others.sort(null);
              return others;
            });
  }

  @Override
  public Coverage coverage() {
    return owners == null || topicWatch == null
        ? new Coverage(Set.of(), 0)
        : new Coverage(owners.caughtUp(), topicWatch.eventsPartitions());
  }

  /** Whether no failure has ended this controller. */
  @Override
  public boolean alive() {
    return !failure.future().isComplete();
  }

  /** The clusters of this replica. Call on the event loop context only. */
  @Override
  public List<ClusterController> clusters() {
    List<ClusterController> clusters = new ArrayList<>();
    present().forEach(owner -> clusters.addAll(owner.controllers()));
    return clusters;
  }

  @Override
  public Future<OperationResult> operate(ClusterController cluster, OperatorRequest request) {
    PartitionOwner owner = ownerOf(cluster.cluster());
    return owner == null
        ? Future.failedFuture("cluster '" + cluster.cluster() + "' has moved to another replica")
        : owner.operate(cluster, request);
  }

  /** The owner of a cluster, or null. Call on the event loop context only. */
  public @Nullable PartitionOwner ownerOf(String cluster) {
    return present().stream()
        .filter(owner -> owner.controller(cluster) != null)
        .findFirst()
        .orElse(null);
  }

  /** The offset after the last processed record, by partition. Event loop context only. */
  public Map<Integer, Long> offsets() {
    return owners == null ? Map.of() : owners.offsets();
  }

  private Collection<PartitionOwner> present() {
    return owners == null ? List.of() : owners.owners();
  }

  private OwnerSettings ownerSettings() {
    TopicClient client = Objects.requireNonNull(topicClient);
    return new OwnerSettings(
        topics,
        partition -> client.range(topics.of(Topic.EVENTS), partition),
        config.kafka().properties(),
        config.kafka().properties(),
        config.work().checkpointEvents(),
        cluster -> config.control().in(declarations.of(cluster)),
        admission(),
        config.signing().keys(),
        config.signing().eventKeys(),
        listener());
  }

  /** Calls {@code question} on the event loop context, where clusters may be read. */
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

  /** The metrics in Prometheus's text format. Call on the event loop context only. */
  public Future<Buffer> metrics() {
    return telemetry == null
        ? Future.succeededFuture(Buffer.buffer())
        : telemetry.scrape(clusters());
  }

  private OwnerListener listener() {
    OwnerListener observed = telemetry == null ? OwnerListener.NONE : telemetry.listener();
    Counterfactuals counterfactual = counterfactuals;
    OwnerListener all =
        counterfactual == null ? observed : new ContainedListeners(observed, counterfactual);
    HttpApi api = http;
    return api == null ? all : new ContainedListeners(all, api.listener());
  }

  private ClusterAdmission admission() {
    return new ClusterAdmission(
        config.clusters().most(),
        config.clusters().allowed(),
        () -> present().stream().mapToInt(PartitionOwner::clusterCount).sum());
  }

  private void evictIdle() {
    // not a decision about a cluster in use: none of its records is newer than 30 days
    Instant now = Instant.now();
    present().forEach(owner -> owner.evictIdle(now));
  }
}
