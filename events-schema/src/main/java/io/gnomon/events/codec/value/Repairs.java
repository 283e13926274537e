package io.gnomon.events.codec.value;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Reports what was changed to make a value valid, as causes such as {@code /jobs/user: cut to 255
 * characters}. A cause names fields of the schema and never values, so there are few of them. Not
 * thread-safe.
 */
public final class Repairs {
  private final Consumer<String> causes;
  private final Deque<String> place = new ArrayDeque<>();

  /** Reports each repair to {@code causes}. */
  public Repairs(Consumer<String> causes) {
    this.causes = causes;
  }

  /** Enters a field; repairs until {@link #leave} are reported there. */
  void enter(String field) {
    place.addLast(field);
  }

  void leave() {
    place.removeLast();
  }

  /** Reports that a part of the value at the present place is left out for the sake of length. */
  void reportTooLong(String part) {
    report(part + " left out because the event would be too large");
  }

  /** Reports a repair of the value at the present place. */
  void report(String repair) {
    causes.accept("/" + String.join("/", place) + ": " + repair);
  }
}
