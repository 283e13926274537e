package io.gnomon.controller.cluster.decide;

import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.tune.TuneSettings;

/**
 * The settings of a controller.
 *
 * @param mode the configured mode, which operators can override
 * @param expirySeconds the validity of a command or proposal in seconds of the scheduler's clock,
 *     at least 1
 * @param tuning the settings of evaluations, studies and guard rails
 * @param maintenance when changes are applied
 * @param room the heap that declarations may take
 */
public record ControlSettings(
    Mode mode, int expirySeconds, TuneSettings tuning, MaintenanceWindows maintenance, Room room) {
  /** Settings with which changes are applied at any time. */
  public ControlSettings(Mode mode, int expirySeconds, TuneSettings tuning) {
    this(mode, expirySeconds, tuning, MaintenanceWindows.NONE, Room.UNLIMITED);
  }

  /** Checks the range. */
  public ControlSettings {
    if (expirySeconds < 1) {
      throw new IllegalArgumentException(
          "expirySeconds is " + expirySeconds + "; it must be at least 1");
    }
  }

  /** A copy with maintenance windows. */
  public ControlSettings within(MaintenanceWindows windows) {
    return new ControlSettings(mode, expirySeconds, tuning, windows, room);
  }

  /** A copy with another room. */
  public ControlSettings in(Room other) {
    return new ControlSettings(mode, expirySeconds, tuning, maintenance, other);
  }

  /**
   * When a change that is decided on or approved at {@code now} expires; counted from the next
   * opening, which is at most two weeks away.
   */
  public long expiry(long now) {
    return maintenance.opensAt(now) + expirySeconds;
  }

  /** The command as it is sent in the window that is open at {@code now}: valid in it only. */
  public ConfigRequested inWindow(ConfigRequested command, long now) {
    long closes = maintenance.closesAt(now);
    return closes == EventData.NONE || command.expiresAt() <= closes
        ? command
        : command.expiringAt(closes);
  }
}
