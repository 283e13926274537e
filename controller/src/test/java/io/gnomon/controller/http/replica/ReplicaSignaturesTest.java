package io.gnomon.controller.http.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.http.access.User;
import io.gnomon.events.signature.SigningKeys;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaSignaturesTest {
  private static final String OLD = "ab".repeat(32);
  private static final String NEW = "cd".repeat(32);
  private static final ReplicaAddress TO = new ReplicaAddress("10.0.0.6", 8080);
  private static final User BOB = new User("bob", User.Role.OPERATOR, List.of("kth", "ctc"));
  private static final Replicas.Request FREEZE =
      request(HttpMethod.POST, "/api/v1/clusters/kth/freeze", "{\"reason\":\"a\"}", BOB);

  private long now = 1_000_000;
  private final ReplicaSignatures sender = signatures(OLD);
  private final ReplicaSignatures receiver = signatures(OLD);

  private ReplicaSignatures signatures(String keys) {
    return new ReplicaSignatures(
        SigningKeys.parse("of the test", keys), () -> Instant.ofEpochSecond(now));
  }

  private static Replicas.Request request(HttpMethod method, String uri, String body, User user) {
    return new Replicas.Request(
        method, uri, Map.of("content-type", "application/json"), Buffer.buffer(body), user, 1000);
  }

  private void refused(String statement, Replicas.Request request, String reason) {
    assertThatThrownBy(() -> receiver.accept(statement, request, TO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aStatementNamesTheUserWithRoleAndClusters() {
    assertThat(receiver.accept(sender.sign(FREEZE, TO), FREEZE, TO).user()).isEqualTo(BOB);
  }

  @Test
  void aStatementWithoutAUserNamesNone() {
    Replicas.Request read = request(HttpMethod.GET, "/api/v1/fleet", "", null);
    assertThat(receiver.accept(sender.sign(read, TO), read, TO).user()).isNull();
  }

  @Test
  void aStatementIsAcceptedOnce() {
    String statement = sender.sign(FREEZE, TO);
    receiver.accept(statement, FREEZE, TO);
    refused(statement, FREEZE, "received before");
    receiver.accept(sender.sign(FREEZE, TO), FREEZE, TO);
  }

  @Test
  void aStatementIsForOneMinute() {
    String old = sender.sign(FREEZE, TO);
    now += ReplicaSignatures.SECONDS + 1;
    refused(old, FREEZE, "61 s ago");
    String early = sender.sign(FREEZE, TO);
    now -= ReplicaSignatures.SECONDS;
    receiver.accept(early, FREEZE, TO);
    now += 2 * ReplicaSignatures.SECONDS;
    refused(early, FREEZE, "received before");
    now++;
    refused(early, FREEZE, "61 s ago");
  }

  @Test
  void aStatementIsForOneReplicaMethodAddressBodyAndKey() {
    String statement = sender.sign(FREEZE, TO);
    String notSigned = "not signed by a key";
    refused(statement, request(HttpMethod.PUT, FREEZE.uri(), "{\"reason\":\"a\"}", BOB), notSigned);
    refused(statement, request(HttpMethod.POST, "/other", "{\"reason\":\"a\"}", BOB), notSigned);
    refused(
        statement, request(HttpMethod.POST, FREEZE.uri(), "{\"reason\":\"b\"}", BOB), notSigned);
    refused("x" + statement, FREEZE, notSigned);
    refused("true", FREEZE, notSigned);
    refused("", FREEZE, notSigned);
    refused(signatures(NEW).sign(FREEZE, TO), FREEZE, notSigned);
    refused(sender.sign(FREEZE, new ReplicaAddress("10.0.0.7", 8080)), FREEZE, "10.0.0.7:8080");
    receiver.accept(statement, FREEZE, TO);
  }

  @Test
  void aKeyCanBeReplaced() {
    String statement = signatures(OLD + "\n" + NEW).sign(FREEZE, TO);
    assertThat(signatures(NEW + "\n" + OLD).accept(statement, FREEZE, TO).user()).isEqualTo(BOB);
  }

  @Test
  void anAnswerIsProvenForOneStatement() {
    Answer answer =
        new Answer(
            404,
            Map.of("content-type", "application/json", Replicas.NOT_OWNER, "0,2"),
            Buffer.buffer("{}"));
    String proof = new ReplicaSignatures.Signed("statement", BOB, receiver).proof(answer);

    assertThat(sender.proves("statement", answer, proof)).isTrue();
    assertThat(sender.proves("another", answer, proof)).isFalse();
    assertThat(sender.proves("statement", answer, null)).isFalse();
    assertThat(sender.proves("statement", answer.with(Replicas.NOT_OWNER, "0,1,2"), proof))
        .isFalse();
    assertThat(sender.proves("statement", new Answer(200, answer.headers(), answer.body()), proof))
        .isFalse();
    assertThat(
            sender.proves(
                "statement", new Answer(404, answer.headers(), Buffer.buffer("[]")), proof))
        .isFalse();
  }

  @Test
  void theCoverageOfReplicasIsTheUnionOfTheirPartitions() {
    Coverage own = new Coverage(java.util.Set.of(0), 3);
    assertThat(own.isComplete()).isFalse();
    assertThat(own.with("2").isComplete()).isFalse();
    assertThat(own.with("2,1").isComplete()).isTrue();
    assertThat(own.with("true").partitions()).containsExactly(0);
    assertThat(own.with("").with("7,8,9").isComplete()).isFalse();
    assertThat(own.with(new Coverage(java.util.Set.of(1, 2), 3).header()).isComplete()).isTrue();
    assertThat(new Coverage(java.util.Set.of(), 0).isComplete()).isFalse();
  }
}
