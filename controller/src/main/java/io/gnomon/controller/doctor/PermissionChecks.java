package io.gnomon.controller.doctor;

import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.events.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the rights that the controller needs. The rights on topics are those that the brokers
 * report for this client. The rights on the group and on transactional ids are tried, in ways that
 * change nothing: by removing a member that does not exist, and with a transactional id that no
 * owner uses.
 */
final class PermissionChecks {
  private static final String SEE = "Add the ACL (docs/install.md#topics).";
  private static final String NOBODY = "gnomon-doctor";

  private final Admin admin;
  private final Map<String, Object> properties;
  private final TopicNames names;
  private final String group;

  PermissionChecks(Admin admin, Map<String, Object> properties, TopicNames names, String group) {
    this.admin = admin;
    this.properties = properties;
    this.names = names;
    this.group = group;
  }

  List<Check> of(Map<Topic, TopicDetails> topics) throws InterruptedException {
    if (!authorizing()) {
      return List.of(
          Check.warning(
              "ACLs",
              "authorization is off, so that every client may read and write every topic",
              "Set authorizer.class.name on the brokers, unless only trusted clients reach them."));
    }
    List<Check> checks = new ArrayList<>();
    for (TopicDetails topic : topics.values()) {
      TopicDescription description = topic.description();
      if (description != null) {
        checks.add(topic(topic, description.authorizedOperations()));
      }
    }
    checks.add(group());
    checks.add(transactionalId());
    return checks;
  }

  private boolean authorizing() throws InterruptedException {
    try {
      admin.describeAcls(AclBindingFilter.ANY).values().get();
      return true;
    } catch (ExecutionException e) {
      // without the right to list ACLs, there are ACLs
      return !(e.getCause() instanceof SecurityDisabledException);
    }
  }

  private static Set<AclOperation> needed(Topic topic) {
    return switch (topic) {
      case EVENTS -> EnumSet.of(AclOperation.DESCRIBE, AclOperation.READ);
      case CHECKPOINTS -> EnumSet.of(AclOperation.DESCRIBE, AclOperation.READ, AclOperation.WRITE);
      case COMMANDS, DECISIONS, REJECTED -> EnumSet.of(AclOperation.DESCRIBE, AclOperation.WRITE);
    };
  }

  private static Check topic(TopicDetails topic, @Nullable Collection<AclOperation> allowed) {
    String name = "ACLs of topic " + topic.name();
    if (allowed == null) {
      return Check.warning(
          name, "the brokers do not report them", "Upgrade the brokers to Kafka 2.3 or newer.");
    }
    Set<AclOperation> missing = needed(topic.topic());
    missing.removeAll(allowed);
    return missing.isEmpty()
        ? Check.ok(name, "allowed: " + words(needed(topic.topic())))
        : Check.failed(name, "not allowed: " + words(missing), SEE);
  }

  private static String words(Set<AclOperation> operations) {
    return String.join(", ", operations.stream().map(PermissionChecks::word).toList());
  }

  private static String word(AclOperation operation) {
    return operation == AclOperation.DESCRIBE
        ? "Describe"
        : operation == AclOperation.READ ? "Read" : "Write";
  }

  private Check group() throws InterruptedException {
    String name = "ACLs of group " + group;
    try {
      admin
          .removeMembersFromConsumerGroup(
              group, new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(NOBODY))))
          .memberResult(new MemberToRemove(NOBODY))
          .get();
    } catch (ExecutionException e) {
      return result(name, "Read", e, UnknownMemberIdException.class);
    }
    return Check.ok(name, "allowed: Read");
  }

  private Check transactionalId() {
    String id = names.of(Topic.EVENTS) + "-owner-doctor";
    String name = "ACLs of transactional id " + id;
    Map<String, Object> producing = new HashMap<>(properties);
    producing.remove("default.api.timeout.ms");
    producing.put("transactional.id", id);
    producing.put("max.block.ms", BrokerChecks.TIMEOUT_MILLIS);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      return Check.ok(name, "allowed: Write");
    } catch (KafkaException e) {
      return result(name, "Write", e, UnknownMemberIdException.class);
    }
  }

  /** The result of an attempt that failed; {@code expected} means that it was allowed. */
  private static Check result(
      String name, String operation, Throwable failure, Class<? extends Throwable> expected) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (expected.isInstance(cause)) {
        return Check.ok(name, "allowed: " + operation);
      }
      if (cause instanceof AuthorizationException) {
        return Check.failed(name, "not allowed: " + operation, SEE);
      }
    }
    return Check.failed(
        name,
        "cannot be checked: %s: %s"
            .formatted(failure.getClass().getSimpleName(), failure.getMessage()),
        "Check the brokers' log.");
  }
}
