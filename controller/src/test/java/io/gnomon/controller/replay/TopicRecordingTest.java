package io.gnomon.controller.replay;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.kafka.output.TopicNames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Topics that cannot be read. */
class TopicRecordingTest {
  @Test
  void anUnreachableBrokerIsReportedWithItsKey() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      TopicRecording recording =
          new TopicRecording(
              Map.of("bootstrap.servers", address, "default.api.timeout.ms", "300"),
              new TopicNames("gnomon"),
              null);

      assertThatThrownBy(() -> recording.audit("c"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(address)
          .hasMessageContaining("300 ms")
          .hasMessageContaining("kafka.bootstrap.servers");
    }
  }

  @Test
  void anInvalidAddressIsReportedWithItsKey() {
    TopicRecording recording =
        new TopicRecording(Map.of("bootstrap.servers", "nowhere"), new TopicNames("gnomon"), null);

    assertThatThrownBy(() -> recording.audit("c"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot create a client of kafka.bootstrap.servers nowhere: ")
        .hasMessageContaining("Invalid url");
  }
}
