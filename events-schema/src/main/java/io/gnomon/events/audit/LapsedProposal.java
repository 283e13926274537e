package io.gnomon.events.audit;

/**
 * A proposal that was neither approved nor rejected and is not open any more.
 *
 * @param proposal the proposal's id
 * @param cause why it lapsed
 */
public record LapsedProposal(String proposal, LapseCause cause) {}
