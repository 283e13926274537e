package io.gnomon.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Suggestions for mistyped words: the known word that is closest to what was written, by
 * Damerau-Levenshtein distance (insertions, deletions, substitutions and swaps of neighbouring
 * characters). Stateless.
 */
public final class Suggestions {
  private static final int LETTERS_PER_MISTAKE = 4;

  private Suggestions() {}

  /**
   * The known word closest to what was written, if it is close enough to be what was meant: at most
   * one mistake for each four characters, and at least one.
   */
  public static Optional<String> closest(String written, Collection<String> known) {
    int mistakes = Math.max(1, written.length() / LETTERS_PER_MISTAKE);
    return known.stream()
        .filter(word -> distance(written, word) <= mistakes)
        .min(Comparator.comparingInt(word -> distance(written, word)));
  }

  /** A sentence with the suggestion, preceded by a space; empty if no known word is close. */
  public static String didYouMean(String written, Collection<String> known) {
    return closest(written, known).map(word -> " Did you mean '" + word + "'?").orElse("");
  }

  /** The least number of mistakes that turn one word into the other. */
  static int distance(String one, String other) {
    int[][] distances = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      distances[i][0] = i;
    }
    for (int j = 0; j <= other.length(); j++) {
      distances[0][j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      for (int j = 1; j <= other.length(); j++) {
        int substitution = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(
                Math.min(distances[i - 1][j] + 1, distances[i][j - 1] + 1),
                distances[i - 1][j - 1] + substitution);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least = Math.min(least, distances[i - 2][j - 2] + 1);
        }
        distances[i][j] = least;
      }
    }
    return distances[one.length()][other.length()];
  }
}
