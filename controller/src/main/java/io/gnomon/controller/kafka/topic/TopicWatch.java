package io.gnomon.controller.kafka.topic;

import io.gnomon.controller.health.Problem;
import io.gnomon.events.Topic;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Describes the topics periodically, one request at a time, to find out whether they exist, may be
 * used and are the same as before. All methods run on one event loop context.
 */
public final class TopicWatch {
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final TopicClient client;
  private final Function<Topic, String> names;
  private final Consumer<String> onEventsTopic;
  private List<Problem> problems = List.of();
  private long timer = -1;
  private boolean asking;
  private int eventsPartitions;

  /**
   * A watch that has not begun.
   *
   * @param names returns the name of a topic
   * @param onEventsTopic receives the id of the events topic after each description
   */
  public TopicWatch(
      Vertx vertx,
      TopicClient client,
      Function<Topic, String> names,
      Consumer<String> onEventsTopic) {
    this.vertx = vertx;
    this.client = client;
    this.names = names;
    this.onEventsTopic = onEventsTopic;
  }

  /** Describes the topics now and then every five seconds; completes with the first problems. */
  public Future<List<Problem>> begin() {
    timer = vertx.setPeriodic(PERIOD.toMillis(), again -> describe());
    return describe();
  }

  /** The problems of the topics when they were described last. */
  public List<Problem> problems() {
    return problems;
  }

  /** The number of partitions of the events topic when it was described last; 0 if unknown. */
  public int eventsPartitions() {
    return eventsPartitions;
  }

  /** Stops the requests. */
  public void stop() {
    vertx.cancelTimer(timer);
  }

  private Future<List<Problem>> describe() {
    if (asking) {
      return Future.succeededFuture(problems);
    }
    asking = true;
    return client
        .states(names)
        .map(
            topics -> {
              asking = false;
              return described(topics);
            });
  }

  private List<Problem> described(Map<Topic, TopicState> topics) {
    problems = TopicState.problems(topics);
    TopicState events = topics.get(Topic.EVENTS);
    eventsPartitions = events == null ? 0 : events.partitions();
    if (events != null && !events.id().isEmpty()) {
      onEventsTopic.accept(events.id());
    }
    return problems;
  }
}
