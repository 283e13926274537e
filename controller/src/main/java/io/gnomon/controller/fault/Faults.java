package io.gnomon.controller.fault;

import io.gnomon.events.json.JsonWriter;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Faults: what a defect of Gnomon, or of a policy, predictor or objective that a site has added,
 * throws. A fault concerns the work that threw it.
 *
 * <p>A lack of memory is a fault if the heap recovers: once nothing refers to the objects of the
 * work, a reserve of a sixteenth of the heap, at most {@value #MOST_RESERVE_MIB} MiB, can be
 * allocated. Otherwise, and after other errors of the virtual machine, the process cannot go on.
 */
public final class Faults {
  private static final int LONGEST = 500;
  private static final int MEBIBYTE = 1 << 20;
  private static final int MOST_RESERVE_MIB = 32;

  private Faults() {}

  /** The class and the message of a fault, in one line of at most 500 characters. */
  public static String brief(Throwable fault) {
    String text = fault.toString().replaceAll("\\p{Cntrl}+", " ");
    boolean isLong = text.length() > LONGEST;
    return JsonWriter.writable(isLong ? text.substring(0, LONGEST - 1) + "…" : text);
  }

  /** Runs work and returns its fault, or null if there was none. */
  public static @Nullable Throwable in(Runnable work) {
    try {
      work.run();
      return null;
    } catch (RuntimeException | Error thrown) {
      contain(thrown);
      return thrown;
    }
  }

  /**
   * Returns if {@code thrown} is a fault, and throws it otherwise. Call it where nothing refers to
   * the objects of the work any more. After a lack of memory it costs a garbage collection.
   */
  public static void contain(Throwable thrown) {
    boolean ofMachine =
        thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    if (ofMachine && !(thrown instanceof OutOfMemoryError && heapRecovered())) {
      throw (VirtualMachineError) thrown;
    }
  }

  private static boolean heapRecovered() {
    long reserve = Math.min(MOST_RESERVE_MIB, Runtime.getRuntime().maxMemory() / 16 / MEBIBYTE);
    try {
      byte[][] blocks = new byte[(int) reserve][];
      for (int i = 0; i < blocks.length; i++) {
        blocks[i] = new byte[MEBIBYTE];
      }
      Reference.reachabilityFence(blocks);
      return true;
    } catch (OutOfMemoryError lasting) {
      return false;
    }
  }
}
