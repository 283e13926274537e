package io.gnomon.events.audit;

/**
 * A proposal that is not open any more, was not rejected, and whose command was not sent.
 *
 * @param proposal the proposal's id
 * @param cause why it lapsed
 */
public record LapsedProposal(String proposal, LapseCause cause) {}
