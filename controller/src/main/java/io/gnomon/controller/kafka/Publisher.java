package io.gnomon.controller.kafka;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes records of one input partition, each batch in one transaction.
 *
 * <p>A transaction that fails is aborted and tried again, with growing pauses, behind a circuit
 * breaker, for as long as it takes: nothing is lost. An error that says that another owner has
 * taken over, or that trying again cannot help, fails the future for good. One batch at a time.
 */
final class Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final Vertx vertx;
  private final TopicNames topics;
  private final KafkaProducer<String, byte[]> producer;
  private final CircuitBreaker breaker;
  private final IntervalFunction pauses =
      IntervalFunction.ofExponentialBackoff(Duration.ofMillis(100), 2, Duration.ofSeconds(10));

  Publisher(Vertx vertx, TopicNames topics, Map<String, String> kafka, String transactionalId) {
    this.vertx = vertx;
    this.topics = topics;
    Map<String, String> properties = new HashMap<>(kafka);
    properties.put("transactional.id", transactionalId);
    properties.put("enable.idempotence", "true");
    properties.put("acks", "all");
    properties.putIfAbsent("compression.type", "zstd");
    properties.putIfAbsent("max.request.size", "67108864");
    properties.putIfAbsent("linger.ms", "0");
    properties.put("key.serializer", StringSerializer.class.getName());
    properties.put("value.serializer", ByteArraySerializer.class.getName());
    producer = KafkaProducer.create(vertx, properties);
    breaker =
        CircuitBreaker.of(
            "publish",
            CircuitBreakerConfig.custom()
                .slidingWindowSize(5)
                .minimumNumberOfCalls(5)
                .waitDurationInOpenState(Duration.ofSeconds(2))
                .build());
  }

  /** Takes over from a former owner, which is fenced from now on. */
  Future<Void> takeOver() {
    return attempt(1, producer::initTransactions);
  }

  /** Whether publishing works at present. */
  boolean healthy() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }

  /** Writes all of {@code batch} or nothing of it, once. */
  Future<Void> publish(List<Outgoing> batch) {
    return attempt(1, () -> transaction(batch));
  }

  Future<Void> close() {
    return producer.close();
  }

  /** One call to Kafka, which may fail. */
  private interface Call {
    Future<Void> make();
  }

  private Future<Void> attempt(int number, Call call) {
    if (!breaker.tryAcquirePermission()) {
      return later(number, call);
    }
    long began = System.nanoTime();
    return call.make()
        .onSuccess(done -> breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS))
        .recover(
            failure -> {
              breaker.onError(System.nanoTime() - began, TimeUnit.NANOSECONDS, failure);
              if (isFinal(failure)) {
                return Future.failedFuture(failure);
              }
              LOG.warn("publishing failed, attempt {}: {}", number, failure.toString());
              return later(number + 1, call);
            });
  }

  private Future<Void> later(int number, Call call) {
    Promise<Void> promise = Promise.promise();
    vertx.setTimer(
        pauses.apply(Math.min(number, 10)), fire -> attempt(number, call).onComplete(promise));
    return promise.future();
  }

  private Future<Void> transaction(List<Outgoing> batch) {
    return producer
        .beginTransaction()
        .compose(begun -> sendAll(batch))
        .compose(sent -> producer.commitTransaction())
        .recover(
            failure ->
                isFinal(failure)
                    ? Future.failedFuture(failure)
                    : producer
                        .abortTransaction()
                        .transform(aborted -> Future.<Void>failedFuture(failure)));
  }

  private Future<Void> sendAll(List<Outgoing> batch) {
    List<Future<Void>> sends = new ArrayList<>(batch.size());
    for (Outgoing outgoing : batch) {
      String topic = topics.of(outgoing.topic());
      KafkaProducerRecord<String, byte[]> record =
          outgoing.partition() == Outgoing.BY_KEY
              ? KafkaProducerRecord.create(topic, outgoing.key(), outgoing.value())
              : KafkaProducerRecord.create(
                  topic, outgoing.key(), outgoing.value(), outgoing.partition());
      outgoing
          .headers()
          .forEach(
              (name, value) -> record.addHeader(name, io.vertx.core.buffer.Buffer.buffer(value)));
      sends.add(producer.send(record).mapEmpty());
    }
    return Future.all(sends).mapEmpty();
  }

  private static boolean isFinal(Throwable failure) {
    return failure instanceof ProducerFencedException
        || failure instanceof InvalidPidMappingException
        || failure instanceof OutOfOrderSequenceException
        || failure instanceof AuthorizationException
        || failure instanceof UnsupportedVersionException
        || failure instanceof IllegalStateException;
  }
}
