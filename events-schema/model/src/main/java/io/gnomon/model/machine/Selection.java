package io.gnomon.model.machine;

/**
 * How jobs share nodes and which of the possible nodes they get; in Slurm, {@code
 * SelectTypeParameters}.
 *
 * @param unit what is given to one job only
 * @param memory whether memory is given to jobs like CPUs; otherwise a request for memory only
 *     excludes nodes that have less
 * @param spread whether jobs go to the nodes with the most free CPUs, rather than to those with the
 *     fewest that suffice
 */
public record Selection(AllocationUnit unit, boolean memory, boolean spread) {
  /** Slurm's usual selection: {@code CR_Core_Memory}. */
  public static final Selection CORES = new Selection(AllocationUnit.CORE, true, false);
}
