package io.gnomon.slurm.parameter;

/** The unit of a parameter in Slurm. In a policy, times are in seconds or have a unit letter. */
public enum Unit {
  NONE("", "", 1),
  JOBS("jobs", "", 1),
  POINTS("points", "", 1),
  PROCESSORS("processors", "", 1),
  MICROSECONDS("µs", "", 1),
  MILLISECONDS("ms", "", 1),
  SECONDS("s", "s", 1),
  MINUTES("min", "m", 60),
  /** {@code days-hours:minutes:seconds}. */
  TIME("d-hh:mm:ss", "s", 1);

  private final String title;
  private final String letter;
  private final int seconds;

  Unit(String title, String letter, int seconds) {
    this.title = title;
    this.letter = letter;
    this.seconds = seconds;
  }

  /** What it is called in documents. */
  public String title() {
    return title;
  }

  /** What follows a number in a policy; empty if the parameter is not a time. */
  public String letter() {
    return letter;
  }

  /** What follows a range in a message. */
  String inWords() {
    return switch (this) {
      case SECONDS -> " s";
      case MINUTES -> " minutes";
      default -> "";
    };
  }

  /** How many seconds, or how much of anything else, one unit is. */
  public int size() {
    return seconds;
  }
}
