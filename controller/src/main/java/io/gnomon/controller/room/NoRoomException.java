package io.gnomon.controller.room;

/** Thrown if there is no room for the declaration of a checkpoint, which nothing is wrong with. */
public final class NoRoomException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public NoRoomException(String message) {
    super(message);
  }
}
