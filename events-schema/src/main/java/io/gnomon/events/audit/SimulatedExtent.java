package io.gnomon.events.audit;

/**
 * How far the study of a decision went. With the alternatives of the decision it is all that it
 * takes to make the same study again just as far.
 *
 * @param futures in which those alternatives that were left at the end had been simulated, at least
 *     1
 * @param complete whether nothing was left to simulate; otherwise a deadline ended it
 */
public record SimulatedExtent(int futures, boolean complete) {}
