package io.gnomon.sim.snapshot;

/** An object whose state is saved in checkpoints and restored from them. */
@FunctionalInterface
public interface Saved {
  /** Lists the fields of the object, which are written or read; see {@link Fields}. */
  void fields(Fields fields);

  /** Returns the fields, for a checkpoint. */
  default Snapshot snapshot() {
    return Fields.written(this::fields);
  }

  /**
   * Restores a {@link #snapshot()} of an object that was built in the same way.
   *
   * @throws IllegalArgumentException if a field is missing or has the wrong type
   */
  default void restore(Snapshot snapshot) {
    Fields.read(snapshot, this::fields);
  }
}
