package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.Arrays;

/**
 * The runtime bins of the latest completed jobs (at most 262,144), each with the time slice of its
 * submission, in the order of completion. One int per job: the slice above the bin's five bits.
 */
final class SliceSamples implements Saved {
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

  /** Returns the number of jobs added so far, including those no longer kept. */
  long total() {
    return total;
  }

  /** Returns the number of samples kept. */
  int size() {
    return (int) Math.min(total, samples.length);
  }

  /** Returns the slice of the {@code i}-th kept sample; samples are in no particular order. */
  int slice(int i) {
    return samples[i] >> BIN_BITS;
  }

  /** Returns the bin of the {@code i}-th kept sample. */
  int bin(int i) {
    return samples[i] & BIN_MASK;
  }

  /** Returns all kept samples, sorted by slice. */
  int[] sorted() {
    int[] sorted = Arrays.copyOf(samples, size());
    Arrays.sort(sorted);
    return sorted;
  }

  /** Returns the slice of a value from {@link #sorted}. */
  static int sliceOf(int sample) {
    return sample >> BIN_BITS;
  }

  /** Returns the bin of a value from {@link #sorted}. */
  static int binOf(int sample) {
    return sample & BIN_MASK;
  }

  @Override
  public void fields(Fields fields) {
    total = fields.number("total", total);
    int[] kept = fields.numbers("latest", Arrays.copyOf(samples, size()));
    if (fields.reading()) {
      int length = Math.max(256, Integer.highestOneBit(Math.max(1, kept.length - 1)) * 2);
      samples = Arrays.copyOf(kept, Math.min(MOST, length));
    }
  }
}
