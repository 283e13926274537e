package io.gnomon.sandbox.experiment;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** What is done to one of two sites between the jobs for which both are alike and the others. */
interface Tuning extends AutoCloseable {
  /** Begins to watch a site. */
  @FunctionalInterface
  interface Start {
    /** Returns when the site is watched. */
    Tuning of(RealSite site) throws IOException, InterruptedException, TimeoutException;
  }

  /**
   * Lets the site be changed from now on.
   *
   * @param completed jobs of the site until now
   */
  void apply(int completed) throws IOException, InterruptedException, TimeoutException;

  /**
   * What was predicted and done since {@link #apply}.
   *
   * @param jobs that have been submitted since
   * @param patience seconds to wait for a further one of them to be compared
   */
  Shown shown(int jobs, int patience) throws IOException, InterruptedException;

  @Override
  void close();
}
