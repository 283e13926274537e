package io.gnomon.controller.http.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReplicaAddressTest {
  @Test
  void thePortIsThatOfHttpIfItIsNotGiven() {
    assertThat(ReplicaAddress.parse("gnomon-0.gnomon").orPort(8080))
        .isEqualTo(new ReplicaAddress("gnomon-0.gnomon", 8080));
    assertThat(ReplicaAddress.parse("10.0.0.5:90").orPort(8080))
        .isEqualTo(new ReplicaAddress("10.0.0.5", 90));
  }

  @Test
  void anIpv6AddressNeedsNoBrackets() {
    assertThat(ReplicaAddress.parse("fd00::5").orPort(8080).toString())
        .isEqualTo(ReplicaAddress.parse("[fd00::5]:8080").toString());
  }

  @Test
  void aClientIdNamesItsAddress() {
    ReplicaAddress address = new ReplicaAddress("10.0.0.5", 8080);
    assertThat(ReplicaAddress.ofClientId(address.clientId())).contains(address);
    assertThat(ReplicaAddress.ofClientId("consumer-1")).isEmpty();
    assertThat(ReplicaAddress.ofClientId("gnomon@a b")).isEmpty();
  }

  @Test
  void anotherTextIsRejected() {
    assertThatThrownBy(() -> ReplicaAddress.parse("http://a/"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ReplicaAddress.parse("")).isInstanceOf(IllegalArgumentException.class);
  }
}
