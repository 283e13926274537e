package io.gnomon.controller.mirror;

/** Hears of what the mirror learns of jobs, by job number; times are the state's seconds. */
public interface MirrorListener {
  /** A job has arrived. */
  void arrived(int job, int submit, int width, int estimate, int user);

  /** A job has completed. */
  void completed(int job, int submit, int width, int estimate, int runtime, int end);
}
