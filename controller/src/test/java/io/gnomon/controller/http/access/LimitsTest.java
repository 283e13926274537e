package io.gnomon.controller.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static final long SECOND = 1_000_000_000L;

  private long now = 5 * SECOND;

  @Test
  void aBucketOfThreeRefillsOnePermitEachTenSeconds() {
    TokenBuckets<String> buckets = new TokenBuckets<>(3, 10 * SECOND, 100, () -> now);

    // at 5 s: three permits, then none until 15 s
    assertThat(buckets.take("a")).isTrue();
    assertThat(buckets.take("a")).isTrue();
    assertThat(buckets.take("a")).isTrue();
    assertThat(buckets.take("a")).isFalse();
    assertThat(buckets.secondsToNext("a")).isEqualTo(10);
    assertThat(buckets.take("b")).isTrue();
    now = 15 * SECOND - 1;
    assertThat(buckets.take("a")).isFalse();
    now = 15 * SECOND;
    assertThat(buckets.take("a")).isTrue();
    assertThat(buckets.take("a")).isFalse();
    // after 30 s without use it is full, and holds no more than three
    now = 1000 * SECOND;
    assertThat(buckets.take("a") && buckets.take("a") && buckets.take("a")).isTrue();
    assertThat(buckets.take("a")).isFalse();
  }

  @Test
  void keepsABoundedNumberOfClients() {
    TokenBuckets<String> buckets = new TokenBuckets<>(1, SECOND, 50, () -> now);
    for (int i = 0; i < 10_000; i++) {
      assertThat(buckets.take("client " + i)).isTrue();
    }
    assertThat(buckets.clients()).isEqualTo(50);
    assertThat(buckets.take("client 9999")).isFalse();
  }

  @Test
  void oneClientRunsFourSimulationsAtATimeAndAllRunEight() {
    SimulationQuota quota = new SimulationQuota(() -> now);
    Client a = new Client("a", true);
    Client b = new Client("b", true);
    for (int i = 0; i < 4; i++) {
      assertThat(quota.enter(a)).isNull();
    }
    assertThat(quota.enter(a).detail()).startsWith("4 simulations of this client");
    for (int i = 0; i < 4; i++) {
      assertThat(quota.enter(b)).isNull();
    }
    assertThat(quota.enter(new Client("c", true)).detail()).startsWith("8 simulations are running");
    quota.leave(a);
    assertThat(quota.enter(a)).isNull();
  }

  @Test
  void clientsWithoutATokenLeaveTwoSimulationsToUsers() {
    SimulationQuota quota = new SimulationQuota(() -> now);
    for (int i = 0; i < 6; i++) {
      assertThat(quota.enter(new Client("192.0.2." + i, false))).isNull();
    }
    assertThat(quota.enter(new Client("192.0.2.7", false)).detail())
        .startsWith("6 simulations of clients without a token");
    assertThat(quota.enter(new Client("ada", true))).isNull();
    quota.leave(new Client("192.0.2.1", false));
    assertThat(quota.enter(new Client("192.0.2.7", false))).isNull();
  }

  @Test
  void theNetworkOfAnIpv6ClientCounts() {
    Clients clients = new Clients(List.of());
    assertThat(clients.of("192.0.2.7", List.of())).isEqualTo("192.0.2.7");
    assertThat(clients.of("::ffff:192.0.2.7", List.of())).isEqualTo("192.0.2.7");
    assertThat(clients.of("2001:db8:1:2:3:4:5:6", List.of()))
        .isEqualTo(clients.of("2001:db8:1:2:ffff::1", List.of()))
        .isNotEqualTo(clients.of("2001:db8:1:3::1", List.of()));
  }

  @Test
  void onlyATrustedProxyNamesItsClient() {
    Clients clients = new Clients(List.of(Network.parse("10.0.0.0/9"), Network.parse("::1")));
    List<String> header = List.of("198.51.100.9, 203.0.113.5");
    assertThat(clients.of("10.0.0.1", header)).isEqualTo("203.0.113.5");
    assertThat(clients.of("::1", header)).isEqualTo("203.0.113.5");
    assertThat(clients.of("10.128.0.1", header)).isEqualTo("10.128.0.1");
    // the second proxy appends the address of the first, in the same header or in another
    assertThat(clients.of("10.0.0.1", List.of("forged", "203.0.113.5, 10.0.0.2")))
        .isEqualTo("203.0.113.5");
    assertThat(clients.of("10.0.0.1", List.of("203.0.113.5", "10.0.0.2"))).isEqualTo("203.0.113.5");
    assertThat(clients.of("10.0.0.1", List.of("forged\nline"))).isEqualTo("10.0.0.1");
    assertThat(clients.of("10.0.0.1", List.of(""))).isEqualTo("10.0.0.1");
    assertThat(clients.of("10.0.0.1", List.of())).isEqualTo("10.0.0.1");
  }

  @Test
  void aNetworkIsAnAddressWithTheNumberOfItsFirstBits() {
    assertThat(Network.parse("0.0.0.0/0").contains(Network.address("192.0.2.7"))).isTrue();
    assertThat(Network.parse("192.0.2.6/31").contains(Network.address("192.0.2.7"))).isTrue();
    assertThat(Network.parse("192.0.2.6/32").contains(Network.address("192.0.2.7"))).isFalse();
    assertThat(Network.parse("2001:db8::/32").contains(Network.address("192.0.2.7"))).isFalse();
    for (String wrong : List.of("", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1")) {
      assertThatThrownBy(() -> Network.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
