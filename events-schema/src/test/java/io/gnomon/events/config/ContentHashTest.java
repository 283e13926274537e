package io.gnomon.events.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ContentHashTest {
  /** What {@code printf 'kth\n6\neasy' | sha256sum} prints. */
  private static final String EASY =
      "3e3ad00eb1a709e2b0357ced53e6d3cf182df14f134f4ae398ca62d2c650ca9a";

  @Test
  void isTheSha256OfThreeLines() {
    assertThat(ContentHash.of("easy", 6, "kth")).isEqualTo(EASY);
  }

  @Test
  void changesWithEachPart() {
    assertThat(ContentHash.of("fcfs", 6, "kth")).isNotEqualTo(EASY);
    assertThat(ContentHash.of("easy", 7, "kth")).isNotEqualTo(EASY);
    assertThat(ContentHash.of("easy", 6, "ctc")).isNotEqualTo(EASY);
  }

  @Test
  void refusesAClusterOfTwoLines() {
    assertThatThrownBy(() -> ContentHash.of("easy", 6, "k\nth"))
        .hasMessageContaining("contains a line feed");
  }
}
