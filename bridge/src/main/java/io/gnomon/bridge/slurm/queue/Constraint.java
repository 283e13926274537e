package io.gnomon.bridge.slurm.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps a constraint of Slurm to the features that a request can have: names joined by {@code &} and
 * {@code |}, with parentheses. Source: manual of sbatch, {@code --constraint}.
 *
 * <p>{@code [ib|opa]}, where all nodes of a job must have the same feature, becomes {@code
 * (ib|opa)}. Constraints with numbers of nodes, such as {@code a*2&b*4}, and those of any other
 * form are left out: such a job is simulated as if it could use all nodes of its partition.
 */
final class Constraint {
  private static final int MAX_LENGTH = 4096;
  private static final int MAX_NAMES = 200;
  private static final int MAX_DEPTH = 20;

  private Constraint() {}

  /**
   * Maps a constraint.
   *
   * @param notes receives what cannot be mapped, by kind of constraint
   * @return the features, or null if there are none or they cannot be mapped
   */
  static @Nullable String of(String printed, List<String> notes) {
    String expression = printed.replaceAll("[\\s\u0085\u00a0]", "").replace(',', '&');
    if (expression.isEmpty()) {
      return null;
    }
    if (expression.indexOf('*') >= 0) {
      notes.add("numbers of nodes in constraints, such as a*2&b*4; these constraints are left out");
      return null;
    }
    if (expression.indexOf('[') >= 0) {
      notes.add("constraints such as [a|b], of which all nodes must have the same; they are a|b");
      expression = expression.replace('[', '(').replace(']', ')');
    }
    if (expression.length() > MAX_LENGTH || !isMappable(expression)) {
      notes.add("constraints that are not up to 200 names joined by & and |; they are left out");
      return null;
    }
    return expression;
  }

  private static boolean isMappable(String expression) {
    int depth = 0;
    int names = 0;
    boolean afterOperand = false;
    boolean inName = false;
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      boolean ok;
      switch (c) {
        case '(' -> {
          ok = !afterOperand && ++depth <= MAX_DEPTH;
          inName = false;
        }
        case ')' -> {
          ok = afterOperand && --depth >= 0;
          inName = false;
        }
        case '&', '|' -> {
          ok = afterOperand;
          afterOperand = false;
          inName = false;
        }
        default -> {
          ok = inName || (!afterOperand && ++names <= MAX_NAMES);
          inName = true;
          afterOperand = true;
        }
      }
      if (!ok) {
        return false;
      }
    }
    return afterOperand && depth == 0;
  }
}
