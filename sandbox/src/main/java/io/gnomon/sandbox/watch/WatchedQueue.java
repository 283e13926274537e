package io.gnomon.sandbox.watch;

import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.util.List;

/** A queue that {@code watch} shows: of a running Slurm or from a file. */
interface WatchedQueue {
  /** Prefix of the topics. */
  String PREFIX = "gnomon";

  /** Returns the cluster's id. */
  String cluster();

  /** Returns what was read, in a few lines. */
  List<String> description();

  /** Returns what Gnomon cannot read or simulate here, and its effect, one sentence each. */
  List<String> limits();

  /**
   * Returns what Gnomon does with the queue, and how to continue from here, in a few lines.
   *
   * @param period time between evaluations, as text
   */
  List<String> nextSteps(String period);

  /** Returns the epoch second that the queue on the dashboard must have reached. */
  long since();

  /** Returns a publisher of the queue, which has not connected yet. */
  Publisher publisher(EmbeddedKafka kafka);

  /** Publishes a queue to a broker. */
  interface Publisher {
    /**
     * Publishes the queue until {@link #stop} is called.
     *
     * @throws IOException if a file of its state cannot be used
     */
    void run() throws IOException, InterruptedException;

    /** Makes {@link #run} return soon. Any thread may call it. */
    void stop();
  }
}
