package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.predict.Notes;
import java.util.Arrays;

/**
 * The runtime bins of completed jobs with the slice of time in which each was submitted, in the
 * order of completion; of very many, the latest quarter of a million. One number a job.
 */
final class SliceSamples {
  private static final int MOST = 1 << 18;
  private static final int BIN_BITS = 5;
  private static final int BIN_MASK = (1 << BIN_BITS) - 1;

  private int[] samples;
  private long total;

  SliceSamples() {
    this(new int[256], 0);
  }

  private SliceSamples(int[] samples, long total) {
    this.samples = samples;
    this.total = total;
  }

  SliceSamples copy() {
    return new SliceSamples(samples.clone(), total);
  }

  void add(int slice, int bin) {
    if (total == samples.length && samples.length < MOST) {
      samples = Arrays.copyOf(samples, 2 * samples.length);
    }
    samples[(int) (total++ % samples.length)] = slice << BIN_BITS | bin;
  }

  /** How many there have been, kept or not. */
  long total() {
    return total;
  }

  /** How many are kept. */
  int size() {
    return (int) Math.min(total, samples.length);
  }

  /** The slice of the {@code i}-th that is kept, in no order. */
  int slice(int i) {
    return samples[i] >> BIN_BITS;
  }

  /** Its bin. */
  int bin(int i) {
    return samples[i] & BIN_MASK;
  }

  /** The slices and bins of all that are kept, by slice. */
  int[] sorted() {
    int[] sorted = Arrays.copyOf(samples, size());
    Arrays.sort(sorted);
    return sorted;
  }

  /** The slice of a number of {@link #sorted}. */
  static int sliceOf(int sample) {
    return sample >> BIN_BITS;
  }

  /** The bin of a number of {@link #sorted}. */
  static int binOf(int sample) {
    return sample & BIN_MASK;
  }

  void remember(Notes notes) {
    notes.write((int) (total >>> 32));
    notes.write((int) total);
    notes.write(samples, size());
  }

  static SliceSamples recalled(Notes notes) {
    long high = notes.read();
    long total = high << 32 | (notes.read() & 0xffff_ffffL);
    int[] kept = notes.readInts();
    int length = Math.max(256, Integer.highestOneBit(Math.max(1, kept.length - 1)) * 2);
    return new SliceSamples(Arrays.copyOf(kept, Math.min(MOST, length)), total);
  }
}
