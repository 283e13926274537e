package io.gnomon.events.audit;

/**
 * How far the study of a decision went. Together with the decision's alternatives it is enough to
 * repeat the study exactly.
 *
 * @param scenarios the number of scenarios in which the remaining alternatives were simulated, at
 *     least 1
 * @param complete whether the study simulated everything; if not, its time limit ended it
 */
public record SimulatedExtent(int scenarios, boolean complete) {}
