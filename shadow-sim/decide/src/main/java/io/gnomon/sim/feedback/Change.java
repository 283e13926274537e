package io.gnomon.sim.feedback;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.ValueFields;
import io.gnomon.sim.spec.Spec;

/**
 * The identity of a change: reviews, decisions and commands refer to the same change if theirs are
 * equal. Seconds are those of the cluster's state.
 *
 * @param decided second of the decision
 * @param since second from which it has been in force; that of the decision if it was not made
 * @param made whether it was made; otherwise it was only recommended
 * @param from policy in force before
 * @param to policy that took over, or would have taken over
 */
public record Change(int decided, int since, boolean made, Spec from, Spec to) {
  /** A change that was made. */
  public static Change made(int decided, int since, Spec from, Spec to) {
    return new Change(decided, since, true, from, to);
  }

  /** A change that is recommended and may not be carried out. */
  public static Change recommended(int decided, Spec from, Spec to) {
    return new Change(decided, decided, false, from, to);
  }

  /** Whether this change was made by carrying out the other one, a recommendation. */
  boolean carriesOut(Change other) {
    return made && !other.made && other.isOf(decided, from, to);
  }

  /** Whether it was decided on in that second, made or not, with these policies. */
  boolean isOf(int second, Spec former, Spec chosen) {
    return decided == second && from.equals(former) && to.equals(chosen);
  }

  /** Whether this change has the same policies as the other one. */
  boolean replacesAs(Change other) {
    return from.equals(other.from) && to.equals(other.to);
  }

  /** Lists the fields; see {@link Fields}. */
  public static Change of(ValueFields<Change> fields) {
    return new Change(
        fields.number("decided", Change::decided),
        fields.number("since", Change::since),
        fields.flag("made", Change::made),
        fields.text("from", Change::from, Spec::parse),
        fields.text("to", Change::to, Spec::parse));
  }
}
