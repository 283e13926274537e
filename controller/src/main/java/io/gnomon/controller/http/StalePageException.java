package io.gnomon.controller.http;

/** The job that a page should begin behind is not in the list any more. */
final class StalePageException extends Exception {
  private static final long serialVersionUID = 1L;

  StalePageException(String after) {
    super("job '" + after + "' does not wait any more; begin with the first page");
  }

  Problem problem() {
    return new Problem(409, String.valueOf(getMessage()));
  }
}
