package io.gnomon.controller.kafka.input;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Records of one partition that were fetched together, in offset order.
 *
 * @param records at least one
 * @param done to be run once, when all records are processed, so that more are fetched
 */
public record FetchedRecords(List<ConsumerRecord<String, byte[]>> records, Runnable done) {}
