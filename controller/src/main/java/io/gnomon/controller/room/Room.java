package io.gnomon.controller.room;

import org.jspecify.annotations.Nullable;

/**
 * The heap that the declaration of one cluster may take. It is taken before the declaration is
 * expanded. Thread-safe.
 *
 * <p>Whether there is room depends on the other clusters of the replica, as with {@code
 * clusters.max}, and not only on the events of the cluster. So a declaration without room has no
 * effect but that the cluster is degraded, and no decision depends on it. A replay is {@link
 * #UNLIMITED}: it takes such a declaration, and can make further decisions until the next snapshot
 * with room, but the recorded ones are the same where none was refused before them. Another replica
 * that takes the cluster over takes the room of what the checkpoint declares: of the last
 * declaration that had room.
 */
public final class Room {
  /** Room for any declaration. */
  public static final Room UNLIMITED = new Room(null, "");

  private final @Nullable HeapBudget budget;
  private final String cluster;
  private long mine;
  private boolean left;

  Room(@Nullable HeapBudget budget, String cluster) {
    this.budget = budget;
    this.cluster = cluster;
  }

  /**
   * Takes room for a declaration, beside the present one, until {@link #keep}.
   *
   * @param bytes as {@link DeclaredBytes} estimates them
   * @return why there is no room, or null if there is
   */
  public synchronized @Nullable String take(long bytes) {
    String refusal = change(Math.max(mine, bytes - HeapBudget.FREE));
    if (refusal == null && budget != null) {
      budget.settled(cluster);
    }
    return refusal;
  }

  /** Takes as much room as the declaration in force needs. */
  public synchronized void keep(long bytes) {
    change(Math.min(mine, Math.max(0, bytes - HeapBudget.FREE)));
  }

  /** Gives all room back, for good. */
  public synchronized void leave() {
    change(0);
    left = true;
  }

  private @Nullable String change(long to) {
    if (left || budget == null) {
      return null;
    }
    String refusal = budget.exchange(cluster, mine, to);
    mine = refusal == null ? to : mine;
    return refusal;
  }
}
