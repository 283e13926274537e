package io.gnomon.sim.assess;

/** What an assessment says about a change. */
public enum Verdict {
  /** It is advised. */
  ADVISED("advised"),
  /** The gain is certain but too small to be worth a change, or smaller than the model's error. */
  TOO_SMALL("too small"),
  /** The gain may be due to chance. */
  UNCERTAIN("may be chance"),
  /** One of mean wait and mean bounded slowdown rises. */
  MIXED("one figure rises"),
  /** There is no gain. */
  NO_GAIN("no gain"),
  /** A short part of the log showed less gain than others, so the whole log was not simulated. */
  NOT_PURSUED("not pursued"),
  /** The data do not support advice. */
  NO_ADVICE("no advice");

  private final String title;

  Verdict(String title) {
    this.title = title;
  }

  /** The words for tables. */
  public String title() {
    return title;
  }
}
