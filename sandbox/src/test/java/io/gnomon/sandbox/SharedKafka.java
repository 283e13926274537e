package io.gnomon.sandbox;

import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.jspecify.annotations.Nullable;

/**
 * The broker that the tests of this JVM share. A test that stops its broker, or needs one with
 * other settings, starts its own.
 */
public final class SharedKafka {
  private static @Nullable EmbeddedKafka shared;

  private SharedKafka() {}

  /**
   * A broker without topics, groups and open transactions: what earlier tests have left is deleted.
   * If they killed a consumer, which remains a member of its group for a while, it is a new broker.
   * It runs until the JVM ends.
   */
  public static synchronized EmbeddedKafka emptied()
      throws IOException, InterruptedException, ExecutionException {
    EmbeddedKafka former = shared;
    if (former != null) {
      if (empty(former)) {
        return former;
      }
      former.close();
    } else {
      Runtime.getRuntime().addShutdownHook(new Thread(SharedKafka::close));
    }
    EmbeddedKafka started = EmbeddedKafka.start();
    shared = started;
    return started;
  }

  /** Returns whether no group has a member any more. */
  private static boolean empty(EmbeddedKafka kafka)
      throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      List<String> transactions =
          admin.listTransactions().all().get().stream()
              .map(TransactionListing::transactionalId)
              .toList();
      // while their topics exist: an open transaction would end with a record in a topic of its
      // name
      admin.fenceProducers(transactions).all().get();
      List<String> groups =
          admin.listGroups().all().get().stream().map(GroupListing::groupId).toList();
      admin.deleteConsumerGroups(groups).all().get();
      admin.deleteTopics(admin.listTopics().names().get()).all().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupNotEmptyException) {
        return false;
      }
      throw e;
    }
  }

  private static synchronized void close() {
    if (shared != null) {
      try {
        shared.close();
      } catch (IOException e) {
        throw new UncheckedIOException("the shared broker has left files", e);
      }
    }
  }
}
