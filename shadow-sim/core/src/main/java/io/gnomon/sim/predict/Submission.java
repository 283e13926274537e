package io.gnomon.sim.predict;

/**
 * The attributes of a job that are available before it runs.
 *
 * @param time submission time in seconds
 * @param user -1 if unknown
 * @param width processors, at least 1
 * @param estimate requested seconds, at least 1
 */
public record Submission(int time, int user, int width, int estimate) {
  private static final int WIDTH_CLASSES = 16;

  /** The first of the classes of a user's jobs. */
  static int firstClass(int user, boolean byWidth) {
    return (user + 1) * (byWidth ? WIDTH_CLASSES : 1);
  }

  /** The class of the user's jobs; all unknown users form one class. */
  int userClass() {
    return user + 1;
  }

  /** The class of the user's jobs of similar width (between the same powers of two). */
  int userAndWidthClass() {
    int widthClass = Math.min(WIDTH_CLASSES - 1, 31 - Integer.numberOfLeadingZeros(width));
    return userClass() * WIDTH_CLASSES + widthClass;
  }
}
