package io.gnomon.commandline;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/**
 * The content of a stream, plain or compressed with gzip (detected by content). A compressed stream
 * may expand to {@value #MOST_PER_BYTE} times its size: logs of jobs expand to about ten times, but
 * few bytes can be made to expand without end. Not thread-safe.
 */
public final class Decompressed extends FilterInputStream {
  private static final int MOST_PER_BYTE = 200;
  private static final long ALWAYS_ALLOWED = 1 << 24;
  private static final int BUFFER = 1 << 16;

  private final String name;
  private final Counted source;
  private final boolean compressed;
  private long bytes;

  /** Counts the bytes of the stream itself. */
  private static final class Counted extends FilterInputStream {
    private long bytes;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      bytes += one < 0 ? 0 : 1;
      return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = super.read(into, offset, length);
      bytes += Math.max(0, count);
      return count;
    }
  }

  /**
   * Begins to read a stream.
   *
   * @param name as messages have it
   * @throws java.io.EOFException or {@link java.util.zip.ZipException}, also when reading, if the
   *     compressed data is damaged
   */
  public Decompressed(InputStream in, String name) throws IOException {
    this(new Counted(in), name);
  }

  private Decompressed(Counted source, String name) throws IOException {
    this(source, new PushbackInputStream(new BufferedInputStream(source, BUFFER), 2), name);
  }

  private Decompressed(Counted source, PushbackInputStream peeked, String name) throws IOException {
    super(peeked);
    this.source = source;
    this.name = name;
    byte[] magic = peeked.readNBytes(2);
    peeked.unread(magic);
    compressed = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
    if (compressed) {
      in = new GZIPInputStream(peeked, BUFFER);
    }
  }

  /** Whether the stream is compressed. */
  public boolean isCompressed() {
    return compressed;
  }

  /** How many bytes of the stream itself have been read. */
  public long sourceBytes() {
    return source.bytes;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    count(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    count(Math.max(0, count));
    return count;
  }

  private void count(int read) throws IOException {
    bytes += read;
    if (compressed && bytes > ALWAYS_ALLOWED + MOST_PER_BYTE * source.bytes) {
      throw new IOException(
          "%s expands to more than %d times its size; this is not a log of jobs"
              .formatted(name, MOST_PER_BYTE));
    }
  }

  @Override
  public long skip(long count) throws IOException {
    throw new UnsupportedOperationException("skipped bytes would not be counted");
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
