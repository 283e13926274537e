package io.gnomon.controller.operation;

import io.gnomon.events.audit.OperatorRecorded;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The operators' settings of a cluster: the mode, the freezes and the latest operation records.
 * They are part of checkpoints.
 */
public final class OperatorControls {
  private static final int CAPACITY = 256;

  private final Mode configured;
  private final List<Freeze> freezes = new ArrayList<>();
  private final ArrayDeque<OperatorRecorded> records = new ArrayDeque<>();
  private @Nullable Mode chosen;
  private long count;

  public OperatorControls(Mode configured) {
    this.configured = configured;
  }

  /** The mode in effect. */
  public Mode mode() {
    Mode override = chosen;
    return override == null ? configured : override;
  }

  /** The mode that an operator set, or null if the configured one is in effect. */
  public @Nullable Mode chosen() {
    return chosen;
  }

  /** Freezes that have not been lifted, oldest first; some may have ended. */
  public List<Freeze> freezes() {
    return List.copyOf(freezes);
  }

  /** Whether changes are frozen at the epoch second {@code now}. */
  public boolean frozen(long now) {
    return freezes.stream().anyMatch(freeze -> freeze.holds(now));
  }

  /** The latest operation records, oldest first. */
  public List<OperatorRecorded> records() {
    return List.copyOf(records);
  }

  /** Returns the latest record that matches. */
  public Optional<OperatorRecorded> latest(Predicate<OperatorRecorded> filter) {
    return records.stream().filter(filter).reduce((earlier, later) -> later);
  }

  /** The total number of operations. */
  public long count() {
    return count;
  }

  /** Returns an action that restores the present settings and records. */
  public Runnable undo() {
    Mode override = chosen;
    List<Freeze> kept = freezes();
    List<OperatorRecorded> latest = records();
    long total = count;
    return () -> {
      freezes.clear();
      records.clear();
      restore(override, kept, latest, total);
    };
  }

  public void choose(@Nullable Mode mode) {
    chosen = mode;
  }

  public void add(Freeze freeze) {
    freezes.add(freeze);
  }

  /** Removes the freezes that have ended at the epoch second {@code now}. */
  public void removeEnded(long now) {
    freezes.removeIf(freeze -> freeze.over(now));
  }

  public void lift(Predicate<Freeze> which) {
    freezes.removeIf(which);
  }

  public void record(OperatorRecorded record) {
    count++;
    records.addLast(record);
    if (records.size() > CAPACITY) {
      records.removeFirst();
    }
  }

  /** Restores the state of a new instance from a checkpoint. */
  public void restore(
      @Nullable Mode mode,
      Collection<Freeze> kept,
      Collection<OperatorRecorded> latest,
      long total) {
    chosen = mode;
    freezes.addAll(kept);
    records.addAll(latest);
    count = total;
  }
}
