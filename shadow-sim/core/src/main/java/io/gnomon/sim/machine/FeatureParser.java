package io.gnomon.sim.machine;

import java.util.ArrayList;
import java.util.List;

/** Parser of {@link Features}. */
final class FeatureParser {
  private static final int DEEPEST = 20;

  private final String text;
  private int at;
  private int depth;

  FeatureParser(String text) {
    this.text = text;
  }

  Features parsed() {
    Features condition = chain();
    if (at < text.length()) {
      throw unexpected();
    }
    return condition;
  }

  private Features chain() {
    Features first = operand();
    List<Features.Link> links = new ArrayList<>();
    while (at < text.length() && (text.charAt(at) == '&' || text.charAt(at) == '|')) {
      boolean all = text.charAt(at++) == '&';
      links.add(new Features.Link(all, operand()));
    }
    return links.isEmpty() ? first : new Features.Chain(first, links);
  }

  private Features operand() {
    if (at < text.length() && text.charAt(at) == '(') {
      at++;
      if (++depth > DEEPEST) {
        throw unexpected();
      }
      Features inner = chain();
      if (at == text.length() || text.charAt(at) != ')') {
        throw unexpected();
      }
      at++;
      depth--;
      return inner;
    }
    int begin = at;
    while (at < text.length() && "&|()[]*,".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == begin) {
      throw unexpected();
    }
    return new Features.Has(text.substring(begin, at).strip());
  }

  private InvalidMachineException unexpected() {
    String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
    String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
    return new InvalidMachineException(
        "features '%s': unexpected %s at %d; allowed are names joined by & and |, and parentheses"
            .formatted(shown, found, at));
  }
}
