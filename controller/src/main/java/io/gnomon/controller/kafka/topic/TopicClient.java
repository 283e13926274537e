package io.gnomon.controller.kafka.topic;

import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.events.Topic;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * A client that asks the brokers about the topics. Its futures complete on the caller's context,
 * within {@value #TIMEOUT_MILLIS} ms. It never changes anything. Thread-safe.
 */
public final class TopicClient {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final Vertx vertx;
  private final Admin admin;

  /**
   * Creates a client; it does not connect yet.
   *
   * @param kafka the properties of the client
   */
  public TopicClient(Vertx vertx, Map<String, String> kafka) {
    this.vertx = vertx;
    admin = Admin.create(new HashMap<>(kafka));
  }

  /** Returns the records that a partition has at present. */
  public Future<LogRange> range(String topic, int partition) {
    TopicPartition source = new TopicPartition(topic, partition);
    Future<String> id = describe(topic).map(description -> text(description.topicId()));
    Future<Long> start = offset(source, OffsetSpec.earliest());
    Future<Long> end = offset(source, OffsetSpec.latest());
    return Future.all(id, start, end)
        .map(done -> new LogRange(id.result(), start.result(), end.result()));
  }

  /**
   * Returns the states of all topics; never fails.
   *
   * @param names returns the name of a topic
   */
  public Future<Map<Topic, TopicState>> states(Function<Topic, String> names) {
    Map<Topic, Future<TopicState>> states = new EnumMap<>(Topic.class);
    for (Topic topic : Topic.values()) {
      states.put(topic, state(names.apply(topic), topic == Topic.CHECKPOINTS));
    }
    return Future.join(List.copyOf(states.values()))
        .map(
            done -> {
              Map<Topic, TopicState> found = new EnumMap<>(Topic.class);
              states.forEach((topic, state) -> found.put(topic, state.result()));
              return found;
            });
  }

  private Future<TopicState> state(String topic, boolean withPolicy) {
    Future<String> policy = withPolicy ? cleanupPolicy(topic) : Future.succeededFuture("");
    return describe(topic)
        .compose(
            description ->
                policy.transform(
                    setting ->
                        Future.succeededFuture(
                            new TopicState(
                                topic,
                                text(description.topicId()),
                                description.partitions().size(),
                                withPolicy && setting.succeeded() ? setting.result() : null,
                                setting.failed() ? unknown(topic, setting.cause()) : null))))
        .otherwise(failure -> new TopicState(topic, "", 0, null, problem(topic, failure)));
  }

  /** The permission to read the policy is optional, but without it the check is left out. */
  private static Problem unknown(String topic, Throwable failure) {
    Problem problem =
        Problem.of(
            ProblemKind.SETTINGS_UNKNOWN, "reading cleanup.policy of topic " + topic, failure);
    return new Problem(ProblemKind.SETTINGS_UNKNOWN, problem.detail());
  }

  private static Problem problem(String topic, Throwable failure) {
    Problem problem = Problem.of(ProblemKind.CANNOT_READ, "describing topic " + topic, failure);
    return switch (problem.kind()) {
      case BROKERS_UNREACHABLE ->
          new Problem(
              problem.kind(), "no broker has answered within " + TIMEOUT_MILLIS / 1000 + " s");
      case TOPIC_MISSING -> new Problem(problem.kind(), "topic " + topic + " does not exist");
      default -> problem;
    };
  }

  /** Returns the client ids of the members of a consumer group. */
  public Future<List<String>> members(String group) {
    return on(admin
            .describeConsumerGroups(
                List.of(group), new DescribeConsumerGroupsOptions().timeoutMs(TIMEOUT_MILLIS))
            .describedGroups()
            .get(group))
        .map(found -> found.members().stream().map(MemberDescription::clientId).toList());
  }

  /** Returns the setting {@code cleanup.policy} of a topic. */
  public Future<String> cleanupPolicy(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return on(admin
            .describeConfigs(
                List.of(resource), new DescribeConfigsOptions().timeoutMs(TIMEOUT_MILLIS))
            .values()
            .get(resource))
        .map(config -> config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value());
  }

  private Future<TopicDescription> describe(String topic) {
    return on(
        admin
            .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS))
            .topicNameValues()
            .get(topic));
  }

  /** Brokers before version 2.8 have no ids. */
  private static String text(Uuid id) {
    return id.equals(Uuid.ZERO_UUID) ? "" : id.toString();
  }

  private Future<Long> offset(TopicPartition partition, OffsetSpec which) {
    return on(admin
            .listOffsets(
                Map.of(partition, which), new ListOffsetsOptions().timeoutMs(TIMEOUT_MILLIS))
            .partitionResult(partition))
        .map(ListOffsetsResultInfo::offset);
  }

  private <T> Future<T> on(@Nullable KafkaFuture<T> asked) {
    KafkaFuture<T> answer = Objects.requireNonNull(asked, "an answer for each question");
    Context context = vertx.getOrCreateContext();
    return Future.fromCompletionStage(answer.toCompletionStage(), context);
  }

  /** Closes the client without waiting for answers. */
  public Future<Void> close() {
    return vertx.executeBlocking(
        () -> {
          admin.close(Duration.ZERO);
          return null;
        },
        false);
  }
}
