package io.gnomon.benchmarks.kafka;

/**
 * The longest pauses of an event loop.
 *
 * @param waitMillis the longest time that a task waited for it, with pauses of the garbage
 *     collector and of the machine
 * @param workMillis the longest CPU time that it spent between two tasks
 */
public record Pauses(double waitMillis, double workMillis) {}
