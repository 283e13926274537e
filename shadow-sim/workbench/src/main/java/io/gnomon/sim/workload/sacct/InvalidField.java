package io.gnomon.sim.workload.sacct;

import io.gnomon.text.Excerpt;

/** Thrown for a record that cannot be used: the reason, and the value with what is expected. */
final class InvalidField extends Exception {
  private static final long serialVersionUID = 1L;

  private final SacctIssue issue;
  private final String description;

  InvalidField(SacctIssue issue, String description) {
    super(description, null, false, false); // without a stack trace: there may be many
    this.issue = issue;
    this.description = description;
  }

  /** For a field with a value that is not understood. */
  static InvalidField of(SacctField field, String value, String expected) {
    return new InvalidField(
        SacctIssue.NOT_UNDERSTOOD,
        "%s is '%s'; expected is %s".formatted(field.title(), Excerpt.of(value), expected));
  }

  /** The value and what is expected. */
  String description() {
    return description;
  }

  SacctIssue issue() {
    return issue;
  }
}
