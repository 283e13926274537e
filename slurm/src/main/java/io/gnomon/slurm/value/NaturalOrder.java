package io.gnomon.slurm.value;

import java.util.Comparator;

/** The order in which Slurm numbers its nodes: by name, with digits compared as numbers. */
public final class NaturalOrder implements Comparator<String> {
  @Override
  public int compare(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int endA = endOfDigits(a, i);
      int endB = endOfDigits(b, j);
      int order;
      if (endA > i && endB > j) {
        order = compareNumbers(a.substring(i, endA), b.substring(j, endB));
        i = endA;
        j = endB;
      } else {
        order = Character.compare(a.charAt(i++), b.charAt(j++));
      }
      if (order != 0) {
        return order;
      }
    }
    int rest = Integer.compare(a.length() - i, b.length() - j);
    return rest != 0 ? rest : a.compareTo(b);
  }

  private static int endOfDigits(String text, int begin) {
    int end = begin;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static int compareNumbers(String a, String b) {
    String x = withoutZeros(a);
    String y = withoutZeros(b);
    return x.length() != y.length() ? Integer.compare(x.length(), y.length()) : x.compareTo(y);
  }

  private static String withoutZeros(String digits) {
    int begin = 0;
    while (begin < digits.length() - 1 && digits.charAt(begin) == '0') {
      begin++;
    }
    return digits.substring(begin);
  }
}
