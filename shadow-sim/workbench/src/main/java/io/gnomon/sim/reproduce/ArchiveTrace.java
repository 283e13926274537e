package io.gnomon.sim.reproduce;

import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparedLog;
import io.gnomon.sim.workload.swf.SwfReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** The traces of the Parallel Workloads Archive that the studies use, in their cleaned versions. */
public enum ArchiveTrace {
  /** Cornell Theory Center, IBM SP2. */
  CTC("CTC-SP2-1996-3.1-cln"),
  /** Royal Institute of Technology, Stockholm, IBM SP2. */
  KTH("KTH-SP2-1996-2.1-cln"),
  /** San Diego Supercomputer Center, IBM SP2. */
  SDSC_SP2("SDSC-SP2-1998-4.2-cln"),
  /** San Diego Supercomputer Center, Blue Horizon. */
  SDSC_BLUE("SDSC-BLUE-2000-4.2-cln");

  private final String fileName;

  ArchiveTrace(String fileName) {
    this.fileName = fileName;
  }

  /** The name for file names: lower case, with hyphens. */
  String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads the trace from a folder, compressed or plain, and prepares it for a machine.
   *
   * @throws NoSuchFileException if the folder has no file with the archive's name
   */
  public PreparedLog read(Path folder, int processors, OverrunRule overrun) throws IOException {
    Path compressed = folder.resolve(fileName + ".swf.gz");
    Path plain = folder.resolve(fileName + ".swf");
    Path file = Files.exists(plain) && !Files.exists(compressed) ? plain : compressed;
    if (!Files.exists(file)) {
      throw new NoSuchFileException(compressed.toString());
    }
    return new Preparation(processors, overrun).prepare(SwfReader.read(file).log());
  }
}
