package io.gnomon.controller.doctor;

import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.events.Topic;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.KafkaException;

/** Checks of the brokers and of everything they know: topics, rights and time. Blocking. */
final class BrokerChecks {
  /** Time that one question to the brokers may take. */
  static final int TIMEOUT_MILLIS = 15_000;

  private static final String BROKERS = "brokers";

  private BrokerChecks() {}

  static List<Check> of(Map<String, String> kafka, TopicNames names, String group, Clock clock)
      throws InterruptedException {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("default.api.timeout.ms", TIMEOUT_MILLIS);
    properties.put("request.timeout.ms", TIMEOUT_MILLIS / 3);
    String addresses = String.valueOf(kafka.get("bootstrap.servers"));
    List<Check> checks = new ArrayList<>();
    try (Admin admin = Admin.create(properties)) {
      DescribeClusterResult cluster = admin.describeCluster();
      int brokers = cluster.nodes().get().size();
      checks.add(
          Check.ok(
              BROKERS,
              "%d of cluster %s, reached through %s"
                  .formatted(brokers, cluster.clusterId().get(), addresses)));
      Map<Topic, TopicDetails> topics = new EnumMap<>(Topic.class);
      for (Topic topic : Topic.values()) {
        topics.put(topic, TopicDetails.ask(admin, topic, names.of(topic)));
      }
      checks.addAll(TopicChecks.of(topics, brokers));
      checks.addAll(new PermissionChecks(admin, properties, names, group).of(topics));
      checks.add(ClockCheck.of(admin, names.of(Topic.EVENTS), clock));
    } catch (ExecutionException e) {
      checks.add(unreachable(addresses, e.getCause() == null ? e : e.getCause()));
    } catch (KafkaException e) { // the client's own settings
      checks.add(unreachable(addresses, e.getCause() == null ? e : e.getCause()));
    }
    return checks;
  }

  private static Check unreachable(String addresses, Throwable cause) {
    return Check.failed(
        BROKERS,
        "%s: %s: %s".formatted(addresses, cause.getClass().getSimpleName(), cause.getMessage()),
        "Check that the brokers run, kafka.bootstrap.servers, and the credentials and certificates"
            + " below kafka.client.");
  }
}
