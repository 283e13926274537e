package io.gnomon.controller.node;

/**
 * How much there is of a resource.
 *
 * @param total on all nodes
 * @param inUse held by jobs
 * @param free not held, on nodes that take jobs; {@code inUse} and {@code free} are less than
 *     {@code total} together if nodes are down or drained
 */
public record Amount(long total, long inUse, long free) {
  static final Amount NOTHING = new Amount(0, 0, 0);

  /**
   * The amount on one node.
   *
   * @param has of the node
   * @param notHeld by jobs; negative if jobs hold more than the node has
   */
  static Amount onNode(long has, long notHeld, boolean usable) {
    return new Amount(has, has - notHeld, usable ? Math.max(0, notHeld) : 0);
  }

  /** The sum. */
  public Amount plus(Amount other) {
    return new Amount(total + other.total, inUse + other.inUse, free + other.free);
  }
}
