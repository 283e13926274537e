package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.change.ChangeLifecycle;
import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.difference.SiteValues;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The known outcomes of decisions: what operators did, which proposals lapsed and which gains
 * reviews found.
 */
final class Outcomes {
  private final List<DecisionRecorded> decisions;
  private final List<OperatorRecorded> records;
  private final DifferenceView differences;
  // by proposal, the command that was sent because of its approval
  private final Map<String, String> approved = new HashMap<>();
  // by proposal, what became of it
  private final Map<String, ProposalState> proposals = new HashMap<>();
  // by time of the decision, the gain that the review of the change found
  private final Map<Long, Double> realised = new HashMap<>();

  /**
   * Outcomes of the decisions and operations that are kept.
   *
   * @param decisions oldest first
   * @param records what people did, oldest first
   * @param lifecycle the current change, with the open proposal
   * @param site the site's own values of what policies do not name
   */
  public Outcomes(
      List<DecisionRecorded> decisions,
      List<OperatorRecorded> records,
      ChangeLifecycle lifecycle,
      SiteValues site) {
    differences = new DifferenceView(site);
    this.decisions = decisions;
    this.records = records;
    Proposal open = lifecycle.proposal();
    if (open != null) {
      proposals.put(open.id(), new ProposalState("open", null));
    }
    for (OperatorRecorded record : records) {
      String proposal = record.proposal();
      String command = record.command();
      if (proposal != null && command != null && record.action() == OperatorAction.APPROVE) {
        if (open == null || !open.id().equals(proposal)) {
          approved.put(proposal, command);
        }
        proposals.put(proposal, new ProposalState("approved", null));
      } else if (proposal != null && record.action() == OperatorAction.REJECT) {
        approved.remove(proposal);
        proposals.put(proposal, new ProposalState("rejected", null));
      }
    }
    for (DecisionRecorded decision : decisions) {
      lapsed(decision.lapsed());
      for (RecordedReview review : decision.reviews()) {
        Double gain = review.gain();
        if (review.made() && gain != null) {
          realised.put(review.decided(), gain);
        }
      }
    }
    lapsed(lifecycle.lapsed());
  }

  /**
   * What became of a proposal.
   *
   * @param state {@code open}, {@code approved}, {@code rejected} or {@code lapsed}
   * @param cause why it lapsed, or null
   */
  private record ProposalState(String state, @Nullable LapseCause cause) {}

  private void lapsed(@Nullable LapsedProposal lapsed) {
    if (lapsed != null) {
      approved.remove(lapsed.proposal());
      proposals.put(lapsed.proposal(), new ProposalState("lapsed", lapsed.cause()));
    }
  }

  /**
   * A decision with the state of its proposal and its gains: predicted, as a fraction of the
   * slowdown without it, and realised, as the review of its change found it.
   *
   * @param each whether with what each alternative would change; otherwise only the chosen one
   */
  JsonObject json(DecisionRecorded decision, boolean each) {
    JsonObject json = RecordViews.decision(decision, differences, each);
    String command = command(decision);
    if (command != null) {
      json.put("command", command);
    }
    ProposalState state = proposals.get(String.valueOf(decision.proposal()));
    if (state != null) {
      json.put("proposalState", state.state());
      LapseCause cause = state.cause();
      if (cause != null) {
        json.put("lapseCause", cause.wireName());
      }
    }
    String chosen = decision.chosen();
    if (chosen == null || decision.alternatives().isEmpty()) {
      return json;
    }
    double without = decision.alternatives().get(0).meanSlowdown();
    decision.alternatives().stream()
        .filter(alternative -> alternative.policy().equals(chosen))
        .findFirst()
        .ifPresent(best -> json.put("predictedGain", 1 - best.meanSlowdown() / without));
    Double gain = command == null ? null : realised.get(decision.at());
    return gain == null ? json : json.put("reviewedGain", gain);
  }

  /** The changes that were commanded, oldest first: with time, policy and operator. */
  public JsonArray changes() {
    Map<String, JsonObject> changes = new HashMap<>();
    decisions.forEach(
        decision -> {
          String command = command(decision);
          if (command != null) {
            changes.put(
                command, change(decision.at(), command, decision.chosen(), "the controller"));
          }
        });
    records.forEach(
        record -> {
          String command = record.command();
          JsonObject known = changes.get(command);
          boolean sent = known != null || record.action() == OperatorAction.ROLL_BACK;
          if (command != null && sent) {
            String policy = known == null ? null : known.getString("policy");
            changes.put(command, change(record.at(), command, policy, record.operator()));
          }
        });
    JsonArray sorted = new JsonArray();
    changes.values().stream()
        .sorted(
            Comparator.<JsonObject>comparingLong(one -> one.getLong("at"))
                .thenComparing(one -> one.getString("command")))
        .forEach(sorted::add);
    return sorted;
  }

  private @Nullable String command(DecisionRecorded decision) {
    String proposal = decision.proposal();
    return decision.command() != null || proposal == null
        ? decision.command()
        : approved.get(proposal);
  }

  private static JsonObject change(long at, String command, @Nullable String policy, String by) {
    JsonObject json = new JsonObject().put("at", at).put("command", command).put("by", by);
    return policy == null
        ? json
        : json.put("policy", policy).put("policyInWords", Policies.describe(policy));
  }
}
