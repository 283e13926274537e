/**
 * The topics as the brokers describe them: ids, offsets, settings and permissions. Reading and
 * writing records belongs in {@code input} and {@code output}.
 */
@NullMarked
package io.gnomon.controller.kafka.topic;

import org.jspecify.annotations.NullMarked;
