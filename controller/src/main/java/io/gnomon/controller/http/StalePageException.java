package io.gnomon.controller.http;

/** The last job of the previous page is no longer in the list. */
final class StalePageException extends Exception {
  private static final long serialVersionUID = 1L;

  StalePageException(String after) {
    super("job '" + after + "' is no longer waiting; start again with the first page");
  }

  Problem problem() {
    return new Problem(409, String.valueOf(getMessage()));
  }
}
