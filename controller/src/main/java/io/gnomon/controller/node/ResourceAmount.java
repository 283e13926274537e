package io.gnomon.controller.node;

/**
 * How much there is of a resource.
 *
 * @param total on all nodes
 * @param inUse held by jobs
 * @param free not held, on nodes that take jobs; {@code inUse} and {@code free} are less than
 *     {@code total} together if nodes are down or drained
 * @param unusable the part of {@code free} on nodes on which none of the waiting jobs could run
 *     now, not even a part of one; 0 if no job waits
 */
public record ResourceAmount(long total, long inUse, long free, long unusable) {
  static final ResourceAmount NOTHING = new ResourceAmount(0, 0, 0, 0);

  /** On one node. */
  enum Access {
    /** The node takes jobs, and a waiting job could run there, or none waits. */
    OPEN,
    /** The node takes jobs, but none of those that wait fits. */
    UNFIT,
    /** The node takes no jobs. */
    CLOSED
  }

  /**
   * The amount on one node.
   *
   * @param has of the node
   * @param notHeld by jobs; negative if jobs hold more than the node has
   */
  static ResourceAmount onNode(long has, long notHeld, Access access) {
    long free = access == Access.CLOSED ? 0 : Math.max(0, notHeld);
    return new ResourceAmount(has, has - notHeld, free, access == Access.UNFIT ? free : 0);
  }

  /** On nodes that take no jobs, at least 0. */
  public long unavailable() {
    return Math.max(0, total - inUse - free);
  }

  /** The sum. */
  public ResourceAmount plus(ResourceAmount other) {
    return new ResourceAmount(
        total + other.total, inUse + other.inUse, free + other.free, unusable + other.unusable);
  }
}
