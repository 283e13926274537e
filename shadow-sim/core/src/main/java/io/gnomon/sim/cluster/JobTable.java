package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * The attributes of the active jobs: one row of ints per slot, so that a job occupies one cache
 * line.
 *
 * <p>Rows are stored in pages. A copy shares all pages with its origin; the first write to a shared
 * page copies it. A copy therefore costs O(pages) plus the pages that change. A slot is reused
 * after its job has left.
 *
 * <p>Not thread-safe, except that several threads may {@link #copy()} a table that is not being
 * modified.
 */
final class JobTable {
  // the cells of a row
  static final int JOB = 0;
  static final int SUBMIT = 1;
  static final int WIDTH = 2;
  static final int ESTIMATE = 3;
  static final int START = 4;
  static final int HELD_PROCESSORS = 5;
  static final int EXPECTED_END = 6;
  static final int SERVED = 7;
  static final int USER = 8;
  static final int APPLICATION = 9;
  static final int PRIORITY = 10;
  static final int PARTITION = 11;
  static final int PHASE = 12;
  static final int NARROWEST = 13;
  static final int WIDEST = 14;

  /** Cells of a row that are part of a checkpoint. */
  static final int ROW = 15;

  /** Cell of the expected runtime, a prediction and not part of the row that is copied. */
  static final int EXPECTED_RUNTIME = 15;

  /** The phase of a slot without a job. */
  static final int FREE = -1;

  private static final int WAITING = JobPhase.WAITING.ordinal();
  private static final int RUNNING = JobPhase.RUNNING.ordinal();

  private static final int STRIDE_BITS = 4; // rows are aligned to cache lines
  private static final int PAGE_BITS = 6;
  private static final int IN_PAGE = (1 << PAGE_BITS) - 1;

  private int[][] pages;
  private boolean[] own;
  private int[] freeSlots;
  private int freeCount;
  private int limit;

  JobTable() {
    pages = new int[1][];
    own = new boolean[1];
    freeSlots = new int[16];
  }

  private JobTable(JobTable from) {
    pages = from.pages.clone();
    own = new boolean[pages.length];
    freeSlots = Arrays.copyOf(from.freeSlots, Math.max(16, from.freeCount));
    freeCount = from.freeCount;
    limit = from.limit;
  }

  JobTable copy() {
    Arrays.fill(own, false);
    return new JobTable(this);
  }

  /** One more than the largest slot in use. */
  int limit() {
    return limit;
  }

  boolean isFree(int slot) {
    return get(slot, PHASE) == FREE;
  }

  int get(int slot, int cell) {
    return pages[slot >> PAGE_BITS][(slot & IN_PAGE) << STRIDE_BITS | cell];
  }

  void set(int slot, int cell, int value) {
    writable(slot)[(slot & IN_PAGE) << STRIDE_BITS | cell] = value;
  }

  /** Allocates a slot for a new job; its row has undefined content. */
  int take() {
    if (freeCount > 0) {
      return freeSlots[--freeCount];
    }
    if ((limit & IN_PAGE) == 0) {
      addPage(limit >> PAGE_BITS);
    }
    return limit++;
  }

  /** Frees the slot of a job that has left. */
  void leave(int slot) {
    set(slot, PHASE, FREE);
    if (freeCount == freeSlots.length) {
      freeSlots = Arrays.copyOf(freeSlots, 2 * freeCount);
    }
    freeSlots[freeCount++] = slot;
  }

  /** Writes the row of a newly submitted, waiting job. */
  void enter(int slot, int job, int submit, int width, int estimate) {
    int[] page = writable(slot);
    int row = (slot & IN_PAGE) << STRIDE_BITS;
    page[row + JOB] = job;
    page[row + SUBMIT] = submit;
    page[row + WIDTH] = width;
    page[row + ESTIMATE] = estimate;
    page[row + START] = ClusterState.NONE;
    page[row + HELD_PROCESSORS] = 0;
    page[row + EXPECTED_END] = ClusterState.NONE;
    page[row + SERVED] = 0;
    page[row + USER] = ClusterState.NONE;
    page[row + APPLICATION] = ClusterState.NONE;
    page[row + PRIORITY] = ClusterState.NONE;
    page[row + PARTITION] = ClusterState.NONE;
    page[row + PHASE] = WAITING;
    page[row + NARROWEST] = 0;
    page[row + WIDEST] = 0;
    page[row + EXPECTED_RUNTIME] = estimate;
  }

  /** Marks the job in {@code slot} as running. */
  void run(int slot, int start, int processors, int expectedEnd) {
    int[] page = writable(slot);
    int row = (slot & IN_PAGE) << STRIDE_BITS;
    page[row + START] = start;
    page[row + HELD_PROCESSORS] = processors;
    page[row + EXPECTED_END] = expectedEnd;
    page[row + PHASE] = RUNNING;
  }

  /** Marks the job in {@code slot} as having run until {@code now}. */
  void stop(int slot, int now) {
    int[] page = writable(slot);
    int row = (slot & IN_PAGE) << STRIDE_BITS;
    page[row + SERVED] += Math.max(0, now - page[row + START]);
  }

  void describe(int slot, int user, int application, int priority) {
    int[] page = writable(slot);
    int row = (slot & IN_PAGE) << STRIDE_BITS;
    page[row + USER] = user;
    page[row + APPLICATION] = application;
    page[row + PRIORITY] = priority;
  }

  void setDemand(int slot, int width, int estimate) {
    int[] page = writable(slot);
    int row = (slot & IN_PAGE) << STRIDE_BITS;
    page[row + WIDTH] = width;
    page[row + ESTIMATE] = estimate;
    page[row + EXPECTED_RUNTIME] = estimate;
  }

  void offer(int slot, int narrowest, int widest) {
    int[] page = writable(slot);
    int row = (slot & IN_PAGE) << STRIDE_BITS;
    page[row + NARROWEST] = narrowest;
    page[row + WIDEST] = widest;
  }

  void read(int slot, int[] row) {
    System.arraycopy(pages[slot >> PAGE_BITS], (slot & IN_PAGE) << STRIDE_BITS, row, 0, ROW);
  }

  void write(int slot, int[] row) {
    System.arraycopy(row, 0, writable(slot), (slot & IN_PAGE) << STRIDE_BITS, ROW);
    set(slot, EXPECTED_RUNTIME, row[ESTIMATE]);
  }

  /** The empty slots below the limit; the last one is reused first. */
  int[] freeSlots() {
    return Arrays.copyOf(freeSlots, freeCount);
  }

  /** Sets the limit and the empty slots of an empty table. */
  void layOut(int slots, int[] free) {
    while (limit < slots) {
      set(take(), PHASE, FREE);
    }
    freeSlots = Arrays.copyOf(free, Math.max(16, free.length));
    freeCount = free.length;
  }

  private void addPage(int page) {
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, 2 * page);
      own = Arrays.copyOf(own, 2 * page);
    }
    pages[page] = new int[1 << PAGE_BITS + STRIDE_BITS];
    own[page] = true;
  }

  private int[] writable(int slot) {
    int page = slot >> PAGE_BITS;
    return own[page] ? pages[page] : makeOwn(page);
  }

  private int[] makeOwn(int page) {
    own[page] = true;
    pages[page] = pages[page].clone();
    return pages[page];
  }
}
