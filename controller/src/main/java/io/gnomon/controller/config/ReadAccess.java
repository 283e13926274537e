package io.gnomon.controller.config;

/** What reading the API, the metrics and the live stream needs. */
enum ReadAccess {
  /** Nothing. */
  OPEN,
  /** A token. */
  TOKEN
}
