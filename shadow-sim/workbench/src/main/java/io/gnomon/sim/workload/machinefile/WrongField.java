package io.gnomon.sim.workload.machinefile;

import com.fasterxml.jackson.core.JsonPointer;

/** Thrown for a value of a machine file that is not allowed; the message names the field. */
final class WrongField extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient JsonPointer field;

  WrongField(JsonPointer field, String message) {
    super(message);
    this.field = field;
  }

  /** Where the value is, or would be. */
  JsonPointer field() {
    return field;
  }
}
