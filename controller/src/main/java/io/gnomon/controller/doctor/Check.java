package io.gnomon.controller.doctor;

import java.util.Locale;

/**
 * The result of one check.
 *
 * @param name what was checked
 * @param status the result
 * @param finding what was found, with names and values
 * @param remedy what to do; empty if nothing
 */
record Check(String name, Status status, String finding, String remedy) {
  /** The result, from best to worst. */
  enum Status {
    OK,
    WARNING,
    FAILED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Check ok(String name, String finding) {
    return new Check(name, Status.OK, finding, "");
  }

  static Check warning(String name, String finding, String remedy) {
    return new Check(name, Status.WARNING, finding, remedy);
  }

  static Check failed(String name, String finding, String remedy) {
    return new Check(name, Status.FAILED, finding, remedy);
  }

  /** Returns one line. */
  String line() {
    String text = remedy.isEmpty() ? finding : finding + ". " + remedy;
    return "%-7s  %s: %s".formatted(status.word(), name, text.replaceAll("\\p{Cntrl}+", " "));
  }
}
