package io.gnomon.sim.workload.swf;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a separate thread reads some blocks ahead, so that decompression and parsing run in
 * parallel.
 *
 * <p>One thread may read it. An exception of the underlying stream is thrown at the point where the
 * data ends. {@link #close} stops the thread at any time.
 */
final class ReadAhead extends InputStream {
  private static final int BLOCKS = 8;
  private static final int BLOCK_SIZE = 1 << 16;

  private final BlockingQueue<Block> ready = new ArrayBlockingQueue<>(BLOCKS);
  private final BlockingQueue<Block> spare = new ArrayBlockingQueue<>(BLOCKS);
  private final Thread reader;
  private @Nullable Block current;
  private int position;

  private static final class Block {
    private final byte[] bytes = new byte[BLOCK_SIZE];
    private int length;
    private @Nullable IOException failure;
  }

  ReadAhead(InputStream in) {
    for (int i = 0; i < BLOCKS; i++) {
      spare.add(new Block());
    }
    reader = new Thread(() -> readAll(in), "swf-read-ahead");
    reader.setDaemon(true);
    reader.start();
  }

  private void readAll(InputStream in) {
    try (in) {
      Block block;
      do {
        block = spare.take();
        fill(block, in);
        ready.put(block);
      } while (block.length >= 0);
    } catch (InterruptedException | IOException closed) {
      // The consumer has closed this stream.
      Thread.currentThread().interrupt();
    }
  }

  /** Reads until the block is full or the stream ends; an empty block marks the end. */
  private static void fill(Block block, InputStream in) {
    int length = 0;
    try {
      int count;
      while (length < BLOCK_SIZE
          && (count = in.read(block.bytes, length, BLOCK_SIZE - length)) > 0) {
        length += count;
      }
    } catch (IOException failure) {
      block.failure = failure;
    }
    block.length = length == 0 ? -1 : length;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    Block block = current;
    if (block == null || position == block.length) {
      block = next();
    }
    if (block.length < 0) {
      return -1;
    }
    int count = Math.min(length, block.length - position);
    System.arraycopy(block.bytes, position, into, offset, count);
    position += count;
    return count;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  private Block next() throws IOException {
    Block used = current;
    if (used != null) {
      if (used.failure != null) {
        throw used.failure;
      }
      if (used.length < 0) {
        return used;
      }
      spare.add(used);
    }
    try {
      Block block = ready.take();
      current = block;
      position = 0;
      if (block.length < 0 && block.failure != null) {
        throw block.failure;
      }
      return block;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading a workload");
    }
  }

  @Override
  public void close() {
    reader.interrupt();
  }
}
