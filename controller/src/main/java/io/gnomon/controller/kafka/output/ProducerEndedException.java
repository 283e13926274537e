package io.gnomon.controller.kafka.output;

import org.apache.kafka.common.KafkaException;

/** A transactional producer is in an error state, so that another producer must take its place. */
final class ProducerEndedException extends KafkaException {
  private static final long serialVersionUID = 1;

  /**
   * The end of a producer.
   *
   * @param cause the failure that brought the producer into the state
   */
  ProducerEndedException(Throwable cause) {
    super("the transactional producer cannot be used any more: " + cause, cause);
  }
}
