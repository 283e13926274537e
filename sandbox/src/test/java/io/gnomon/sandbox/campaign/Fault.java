package io.gnomon.sandbox.campaign;

/**
 * One fault of a campaign.
 *
 * @param replica the serve process that a fault of {@code SERVE} acts on, 0 or 1
 * @param choice selects a variant of the kind, not negative
 * @param delayMillis between the events of the cluster and the fault
 * @param holdMillis for which a fault lasts that could end at once
 */
record Fault(FaultKind kind, int replica, int choice, int delayMillis, int holdMillis) {
  @Override
  public String toString() {
    String which = kind.target() == FaultKind.Target.SERVE ? " of replica " + replica : "";
    return "%s%s (variant %d, after %d ms, for %d ms)"
        .formatted(kind, which, choice, delayMillis, holdMillis);
  }
}
