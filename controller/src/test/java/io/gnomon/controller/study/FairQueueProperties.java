package io.gnomon.controller.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FairQueueProperties {
  /** The first cluster submits three pieces at once; the others do not wait for all of them. */
  @Example
  void theClustersTakeTurns() {
    FairQueue<String> queue = new FairQueue<>();
    for (String work : List.of("a1", "a2", "a3", "b1", "c1", "b2")) {
      queue.add(work.substring(0, 1), work);
    }
    assertThat(drained(queue)).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
  }

  @Example
  void withdrawnWorkHasNoTurn() {
    FairQueue<String> queue = new FairQueue<>();
    queue.add("a", "a1");
    queue.add("b", "b1");
    queue.remove("a", "a1");
    queue.remove("c", "never added");
    assertThat(drained(queue)).containsExactly("b1");
  }

  private static List<String> drained(FairQueue<String> queue) {
    List<String> drained = new ArrayList<>();
    for (String next = queue.poll(); next != null; next = queue.poll()) {
      drained.add(next);
    }
    return drained;
  }

  /** Work of a cluster, with the number of its submission. */
  private record Piece(int cluster, int number) {}

  /**
   * Compared with a plain version: a list of turns, and a list of pieces that is searched. An
   * operation from 0 to 4 submits a piece of that cluster, another one takes the next.
   */
  @Property
  void theQueueIsThePlainOne(@ForAll @Size(max = 60) List<@IntRange(max = 7) Integer> operations) {
    FairQueue<Piece> queue = new FairQueue<>();
    List<Piece> pieces = new ArrayList<>();
    List<Integer> turns = new ArrayList<>();
    int submitted = 0;
    for (int operation : operations) {
      if (operation < 5) {
        Piece piece = new Piece(operation, submitted++);
        queue.add("c" + operation, piece);
        pieces.add(piece);
        if (!turns.contains(operation)) {
          turns.add(operation);
        }
      } else {
        assertThat(queue.poll()).isEqualTo(plainly(pieces, turns));
      }
    }
  }

  private static Piece plainly(List<Piece> pieces, List<Integer> turns) {
    if (turns.isEmpty()) {
      return null;
    }
    int cluster = turns.remove(0);
    Piece first =
        pieces.stream().filter(piece -> piece.cluster() == cluster).findFirst().orElseThrow();
    pieces.remove(first);
    if (pieces.stream().anyMatch(piece -> piece.cluster() == cluster)) {
      turns.add(cluster);
    }
    return first;
  }
}
