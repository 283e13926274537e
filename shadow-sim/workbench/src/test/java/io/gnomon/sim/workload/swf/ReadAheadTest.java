package io.gnomon.sim.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadAheadTest {
  private static byte[] noise(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_536, 65_537, 3_000_000})
  void passesOnEveryByteInOrder(int size) throws IOException {
    byte[] bytes = noise(size);

    try (ReadAhead stream = new ReadAhead(new ByteArrayInputStream(bytes))) {
      assertThat(stream.readAllBytes()).isEqualTo(bytes);
      assertThat(stream.read()).isEqualTo(-1);
    }
  }

  @Test
  void failsWhereTheStreamBehindItFails() throws IOException {
    byte[] bytes = noise(100_000);
    InputStream broken =
        new SequenceInputStream(
            new ByteArrayInputStream(bytes),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("the disk is gone");
              }

              @Override
              public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException("the disk is gone");
              }
            });

    try (ReadAhead stream = new ReadAhead(broken)) {
      assertThat(stream.readNBytes(100_000)).isEqualTo(bytes);
      assertThatThrownBy(stream::read)
          .isInstanceOf(IOException.class)
          .hasMessage("the disk is gone");
    }
  }

  @Test
  void stopsItsThreadWhenClosedBeforeTheEnd() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 1;
          }

          @Override
          public void close() {
            closed.countDown();
          }
        };

    ReadAhead stream = new ReadAhead(endless);
    assertThat(stream.read()).isEqualTo(1);
    stream.close();

    assertThat(closed.await(2, TimeUnit.MINUTES)).isTrue();
  }
}
