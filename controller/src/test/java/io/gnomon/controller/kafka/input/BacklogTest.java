package io.gnomon.controller.kafka.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private final Backlog backlog = new Backlog();
  private final List<String> done = new ArrayList<>();

  private FetchedRecords fetched(String name, long first, long last) {
    return new FetchedRecords(
        LongStream.rangeClosed(first, last)
            .mapToObj(offset -> new ConsumerRecord<>("events", 0, offset, "c", new byte[0]))
            .toList(),
        () -> done.add(name));
  }

  private long next() {
    ConsumerRecord<String, byte[]> record = backlog.peek();
    if (record == null) {
      return -1;
    }
    backlog.remove();
    return record.offset();
  }

  @Test
  void givesRecordsInOrderAndMakesRoomWhenAFetchIsUsedUp() {
    backlog.add(fetched("first", 0, 1));
    backlog.add(fetched("second", 2, 2));

    assertThat(next()).isZero();
    assertThat(done).isEmpty();
    assertThat(next()).isEqualTo(1);
    assertThat(done).containsExactly("first");
    assertThat(next()).isEqualTo(2);
    assertThat(done).containsExactly("first", "second");
    assertThat(backlog.isEmpty()).isTrue();
    assertThat(next()).isEqualTo(-1);
  }

  @Test
  void goesOnAfterItWasEmpty() {
    backlog.add(fetched("first", 0, 0));
    assertThat(next()).isZero();
    assertThat(next()).isEqualTo(-1);

    backlog.add(fetched("second", 1, 1));
    assertThat(next()).isEqualTo(1);
  }

  @Test
  void clearsEverythingThatWaits() {
    backlog.add(fetched("first", 0, 5));
    assertThat(next()).isZero();

    backlog.clear();

    assertThat(backlog.isEmpty()).isTrue();
    assertThat(next()).isEqualTo(-1);
    assertThat(done).isEmpty();
  }
}
