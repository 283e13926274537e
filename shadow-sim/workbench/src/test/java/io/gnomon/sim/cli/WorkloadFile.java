package io.gnomon.sim.cli;

import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Path;

/** A generated workload, for 64 processors and heavy load, in a file. */
final class WorkloadFile {
  private WorkloadFile() {}

  /** Writes one, always the same, of so many jobs. */
  static Path in(Path folder, int jobs) throws IOException {
    Path file = folder.resolve("w.swf");
    SwfWriter.write(file, SwfHeader.EMPTY, WorkloadGenerator.generate(jobs, 64, 0.9, 5));
    return file;
  }
}
