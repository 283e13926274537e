package io.gnomon.model.limits;

/** Whose limit it is. */
public enum LimitScope {
  /** That of an account or a user of it. */
  ASSOCIATION,
  /** That of a quality of service. */
  QOS
}
