package io.gnomon.controller.room;

import org.jspecify.annotations.Nullable;

/**
 * The heap that the declaration of one cluster may take. It is taken before the declaration is
 * expanded. Implementations are thread-safe.
 *
 * <p>Whether there is room depends on the other clusters of the replica, as with {@code
 * clusters.max}, and not only on the events of the cluster. So a declaration without room has no
 * effect but that the cluster is degraded, and no decision depends on it. A replay is {@link
 * #UNLIMITED}: it takes such a declaration, and can make further decisions until the next snapshot
 * with room, but the recorded ones are the same where none was refused before them. Another replica
 * that takes the cluster over takes the room of what the checkpoint declares: of the last
 * declaration that had room.
 */
public interface Room {
  /** Room for any declaration. */
  Room UNLIMITED =
      new Room() {
        @Override
        public @Nullable String take(long bytes) {
          return null;
        }

        @Override
        public void keep(long bytes) {}

        @Override
        public void leave() {}
      };

  /**
   * Takes room for a declaration, beside the present one, until {@link #keep}.
   *
   * @param bytes as {@link DeclaredBytes} estimates them
   * @return why there is no room, or null if there is
   */
  @Nullable String take(long bytes);

  /** Takes as much room as the declaration in force needs. */
  void keep(long bytes);

  /** Gives all room back, for good. */
  void leave();
}
