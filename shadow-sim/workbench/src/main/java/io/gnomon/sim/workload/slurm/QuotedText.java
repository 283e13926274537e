package io.gnomon.sim.workload.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Texts in which single or double quotes enclose separators, as sacctmgr reads and writes them. */
final class QuotedText {
  private QuotedText() {}

  /**
   * The parts of a text between separators that are not in quotes, with their quotes. Empty parts
   * are left out. A quote that is not closed is a character like others. O(length).
   */
  static List<String> parts(String text, IntPredicate isSeparator) {
    List<String> parts = new ArrayList<>();
    int lastSingle = text.lastIndexOf('\'');
    int lastDouble = text.lastIndexOf('"');
    int begin = 0;
    for (int at = 0; at <= text.length(); at++) {
      if (at == text.length() || isSeparator.test(text.charAt(at))) {
        if (at > begin) {
          parts.add(text.substring(begin, at));
        }
        begin = at + 1;
        continue;
      }
      char c = text.charAt(at);
      if ((c == '\'' && at < lastSingle) || (c == '"' && at < lastDouble)) {
        at = text.indexOf(c, at + 1);
      }
    }
    return parts;
  }
}
