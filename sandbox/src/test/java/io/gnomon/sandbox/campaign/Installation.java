package io.gnomon.sandbox.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.events.Topic;
import io.gnomon.sandbox.ControllerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A broker on a small disk and two {@code serve} processes, with the means to disturb them. A serve
 * process that ends by itself is started again, as systemd or Kubernetes would.
 */
final class Installation implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(1);
  private static final Duration NOTICE = Duration.ofSeconds(20);
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final int RESTART_MILLIS = 300;
  private static final String GROUP = "gnomon-controller";
  private static final List<Topic> OUTPUT =
      List.of(Topic.COMMANDS, Topic.DECISIONS, Topic.CHECKPOINTS);

  private final SmallDisk disk;
  private final BrokerProcess broker;
  private final Admin admin;
  private final List<Replica> replicas = new ArrayList<>();
  private final ExecutorService faults = Executors.newCachedThreadPool();

  /** Starts everything; {@code flags} are the configuration of both replicas. */
  Installation(Path folder, String... flags) throws IOException, InterruptedException {
    disk = SmallDisk.on(folder);
    broker = new BrokerProcess(folder.resolve("kafka"));
    broker.start();
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    await("the topics")
        .atMost(START)
        .ignoreExceptions()
        .until(() -> admin.listTopics().names().get().size() >= Topic.values().length);
    wait(admin.createAcls(rights()).all());
    String[] all =
        Stream.concat(
                Arrays.stream(flags),
                Stream.of(
                    "kafka.client.security.protocol=SASL_PLAINTEXT",
                    "kafka.client.sasl.mechanism=PLAIN",
                    "kafka.client.sasl.jaas.config="
                        + "org.apache.kafka.common.security.plain.PlainLoginModule required"
                        + " username=\"%s\" password=\"%s\";"
                            .formatted(BrokerProcess.USER, BrokerProcess.PASSWORD),
                    "kafka.client.session.timeout.ms=" + TIMEOUT_MILLIS,
                    "kafka.client.heartbeat.interval.ms=500",
                    "kafka.client.transaction.timeout.ms=" + TIMEOUT_MILLIS,
                    "kafka.client.reconnect.backoff.max.ms=500"))
            .toArray(String[]::new);
    for (int i = 0; i < 2; i++) {
      replicas.add(new Replica(new ControllerProcess(broker.securedServers(), all)));
    }
    replicas.forEach(Replica::start);
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Whether faults of a kind can be injected on this machine. */
  boolean supports(FaultKind kind) {
    return kind != FaultKind.DISK_FULL || disk.mounted();
  }

  /** How often a serve process has ended by itself and was started again. */
  int ownExits() {
    return replicas.stream().mapToInt(replica -> replica.ownExits.get()).sum();
  }

  /** Whether both replicas are ready and one reports the state of a cluster at {@code at}. */
  boolean serves(String cluster, long at, String stateHash)
      throws IOException, InterruptedException {
    boolean found = false;
    for (Replica replica : replicas) {
      var seen = replica.process.cluster(cluster);
      found |= seen.path("at").asLong() == at && seen.path("stateHash").asText().equals(stateHash);
    }
    return found && replicas.get(0).process.ready() && replicas.get(1).process.ready();
  }

  /** What the replicas report of a cluster, for messages. */
  String report(String cluster) throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    for (Replica replica : replicas) {
      text.append(replica.process.ready() ? "ready " : "not ready ");
      var seen = replica.process.cluster(cluster);
      text.append(
          "(state %s, at %s, hash %s) "
              .formatted(seen.path("state"), seen.path("at"), seen.path("stateHash")));
    }
    return text.toString();
  }

  /**
   * Prints transactions, producers and the consumer group, and the threads of both replicas to
   * their logs.
   */
  void printState() throws IOException, InterruptedException {
    for (Replica replica : replicas) {
      if (replica.process.alive()) {
        replica.process.printThreads();
      }
    }
    assertThat(admin.listTransactions().all().toCompletionStage().toCompletableFuture())
        .succeedsWithin(NOTICE)
        .satisfies(transactions -> transactions.forEach(System.out::println));
    assertThat(
            admin
                .describeConsumerGroups(List.of(GROUP))
                .all()
                .toCompletionStage()
                .toCompletableFuture())
        .succeedsWithin(NOTICE)
        .satisfies(groups -> groups.values().forEach(System.out::println));
    List<TopicPartition> written = new ArrayList<>();
    for (Topic topic : OUTPUT) {
      int partitions = topic == Topic.CHECKPOINTS ? BrokerProcess.PARTITIONS : 1;
      for (int partition = 0; partition < partitions; partition++) {
        written.add(new TopicPartition(topic.named(), partition));
      }
    }
    assertThat(admin.describeProducers(written).all().toCompletionStage().toCompletableFuture())
        .succeedsWithin(NOTICE)
        .satisfies(
            producers ->
                producers.forEach(
                    (partition, state) ->
                        System.out.println(partition + ": " + state.activeProducers())));
  }

  /** Injects a fault and removes its cause; completes when that is done. */
  CompletableFuture<Void> inject(Fault fault) {
    Executor late =
        CompletableFuture.delayedExecutor(fault.delayMillis(), TimeUnit.MILLISECONDS, faults);
    return CompletableFuture.runAsync(
        () -> {
          try {
            disturb(fault);
          } catch (IOException e) {
            throw new CompletionException(fault + " cannot be injected", e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
          }
        },
        late);
  }

  private void disturb(Fault fault) throws IOException, InterruptedException {
    switch (fault.kind()) {
      case SERVE_KILLED -> {
        replicas.get(fault.replica()).kill();
        pass(fault.choice() % 2 == 0 ? 0 : fault.holdMillis());
        replicas.get(fault.replica()).start();
      }
      case SERVE_RESTARTED -> {
        replicas.get(fault.replica()).terminate();
        replicas.get(fault.replica()).start();
      }
      case SERVE_SUSPENDED -> {
        ControllerProcess process = replicas.get(fault.replica()).process;
        await("a process to suspend").atMost(START).until(process::alive);
        process.suspend();
        pass(TIMEOUT_MILLIS + fault.holdMillis());
        process.resume();
      }
      case BROKER_RESTARTED -> {
        broker.terminate().join();
        broker.start();
      }
      case BROKER_KILLED -> {
        broker.kill().join();
        pass(fault.choice() % 2 == 0 ? 0 : fault.holdMillis());
        broker.start();
      }
      case DISK_FULL -> fillDisk();
      case MIN_ISR_RAISED -> {
        minInSyncReplicas("2");
        pass(fault.holdMillis());
        minInSyncReplicas("1");
      }
      case ACL_REVOKED -> {
        List<AclBinding> rights = rights();
        AclBinding one = rights.get(fault.choice() % rights.size());
        wait(admin.deleteAcls(List.of(one.toFilter())).all());
        pass(fault.holdMillis());
        wait(admin.createAcls(List.of(one)).all());
      }
      case JUNK_WRITTEN -> HostileRecords.write(broker.bootstrapServers(), fault.choice());
      case CLOCK_JUMPED ->
          throw new IllegalArgumentException("the cluster's clock jumps, not ours");
    }
  }

  /** Fills the disk until the broker ends, which it does when it cannot write. */
  private void fillDisk() throws IOException {
    disk.fill();
    try {
      await("the end of the broker on a full disk").atMost(NOTICE).until(() -> !broker.alive());
    } finally {
      disk.free();
    }
    broker.start();
  }

  /** Lets time pass, which is part of a fault. */
  private static void pass(int millis) {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
        .join();
  }

  private void minInSyncReplicas(String number) {
    Collection<AlterConfigOp> set =
        List.of(
            new AlterConfigOp(
                new ConfigEntry("min.insync.replicas", number), AlterConfigOp.OpType.SET));
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    for (Topic topic : OUTPUT) {
      changes.put(new ConfigResource(ConfigResource.Type.TOPIC, topic.named()), set);
    }
    wait(admin.incrementalAlterConfigs(changes).all());
  }

  private static <T> void wait(KafkaFuture<T> change) {
    assertThat(change.toCompletionStage().toCompletableFuture())
        .succeedsWithin(Duration.ofMinutes(2));
  }

  /** All rights that the replicas have, one binding for each topic. */
  private static List<AclBinding> rights() {
    List<AclBinding> rights = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      rights.add(all(ResourceType.TOPIC, topic.named(), PatternType.LITERAL));
    }
    rights.add(all(ResourceType.GROUP, "gnomon", PatternType.PREFIXED));
    rights.add(all(ResourceType.TRANSACTIONAL_ID, "gnomon", PatternType.PREFIXED));
    return rights;
  }

  private static AclBinding all(ResourceType type, String name, PatternType pattern) {
    return new AclBinding(
        new ResourcePattern(type, name, pattern),
        new AccessControlEntry(
            "User:" + BrokerProcess.USER, "*", AclOperation.ALL, AclPermissionType.ALLOW));
  }

  @Override
  public void close() throws IOException {
    replicas.forEach(Replica::kill);
    faults.shutdownNow();
    admin.close(Duration.ZERO);
    broker.kill().join();
    disk.close();
  }

  /** A serve process and its supervisor. */
  private static final class Replica {
    final ControllerProcess process;
    final AtomicInteger ownExits = new AtomicInteger();
    private volatile boolean wanted;

    Replica(ControllerProcess process) {
      this.process = process;
    }

    synchronized void start() {
      wanted = true;
      process.start();
      process.ended().thenAccept(ended -> ended());
    }

    synchronized void kill() {
      wanted = false;
      process.kill().join();
    }

    /** Waits for the end, because a port can be used by one process only. */
    void terminate() {
      wanted = false;
      assertThat(process.terminate()).succeedsWithin(START);
    }

    private void ended() {
      if (wanted && !process.alive()) {
        ownExits.incrementAndGet();
        CompletableFuture.runAsync(
            this::startAgain,
            CompletableFuture.delayedExecutor(RESTART_MILLIS, TimeUnit.MILLISECONDS));
      }
    }

    private synchronized void startAgain() {
      if (wanted && !process.alive()) {
        start();
      }
    }
  }
}
