package io.gnomon.controller.operation;

import io.gnomon.events.audit.OperatorRecorded;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What people have decided about a cluster: the mode, freezes, and the record of all they did
 * lately. It is part of the state that checkpoints keep.
 */
public final class OperatorControls {
  private static final int REMEMBERED = 256;

  private final Mode configured;
  private final List<Freeze> freezes = new ArrayList<>();
  private final ArrayDeque<OperatorRecorded> records = new ArrayDeque<>();
  private @Nullable Mode chosen;
  private long count;

  public OperatorControls(Mode configured) {
    this.configured = configured;
  }

  /** What may be done with a good alternative. */
  public Mode mode() {
    Mode wanted = chosen;
    return wanted == null ? configured : wanted;
  }

  /** The mode that a person chose, or null where the configured one holds. */
  public @Nullable Mode chosen() {
    return chosen;
  }

  /** Freezes that have not been lifted, some of which may be over, in the order of their making. */
  public List<Freeze> freezes() {
    return List.copyOf(freezes);
  }

  /** Whether nothing may be changed at {@code now}, in epoch seconds. */
  public boolean frozen(long now) {
    return freezes.stream().anyMatch(freeze -> freeze.holds(now));
  }

  /** The last things that people did, oldest first. */
  public List<OperatorRecorded> records() {
    return List.copyOf(records);
  }

  /** The latest record of a kind. */
  public Optional<OperatorRecorded> latest(Predicate<OperatorRecorded> wanted) {
    Iterator<OperatorRecorded> newestFirst = records.descendingIterator();
    while (newestFirst.hasNext()) {
      OperatorRecorded record = newestFirst.next();
      if (wanted.test(record)) {
        return Optional.of(record);
      }
    }
    return Optional.empty();
  }

  /** How many things people have done. */
  public long count() {
    return count;
  }

  public void choose(@Nullable Mode mode) {
    chosen = mode;
  }

  public void add(Freeze freeze) {
    freezes.add(freeze);
  }

  /** Forgets the freezes that are over at {@code now}. */
  public void forgetOver(long now) {
    freezes.removeIf(freeze -> freeze.over(now));
  }

  public void lift(Predicate<Freeze> which) {
    freezes.removeIf(which);
  }

  public void record(OperatorRecorded record) {
    count++;
    records.addLast(record);
    if (records.size() > REMEMBERED) {
      records.removeFirst();
    }
  }

  /** Restores the state of a new instance from a checkpoint. */
  public void restore(
      @Nullable Mode mode,
      Collection<Freeze> kept,
      Collection<OperatorRecorded> remembered,
      long countBefore) {
    chosen = mode;
    freezes.addAll(kept);
    records.addAll(remembered);
    count = countBefore;
  }
}
