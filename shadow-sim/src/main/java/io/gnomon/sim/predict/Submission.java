package io.gnomon.sim.predict;

/**
 * What is known of a job before it runs.
 *
 * @param time of its submission, in seconds
 * @param user -1 if unknown
 * @param width processors, at least 1
 * @param estimate the requested seconds, at least 1
 */
public record Submission(int time, int user, int width, int estimate) {
  private static final int WIDTH_CLASSES = 16;

  /** The class of the same user's jobs; those of unknown users are one class. */
  int userClass() {
    return user + 1;
  }

  /** The class of the same user's jobs of like width (between the same powers of two). */
  int userAndWidthClass() {
    int widthClass = Math.min(WIDTH_CLASSES - 1, 31 - Integer.numberOfLeadingZeros(width));
    return userClass() * WIDTH_CLASSES + widthClass;
  }
}
