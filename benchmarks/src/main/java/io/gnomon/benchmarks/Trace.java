package io.gnomon.benchmarks;

import java.nio.file.Path;
import java.util.List;

/**
 * A trace of the Parallel Workloads Archive and its machine.
 *
 * @param file name within the folder of traces
 */
record Trace(String name, String file, int processors) {
  /** The four traces that the budgets name. */
  static final List<Trace> ALL =
      List.of(
          new Trace("KTH", "KTH-SP2-1996-2.1-cln.swf.gz", 100),
          new Trace("SDSC-SP2", "SDSC-SP2-1998-4.2-cln.swf.gz", 128),
          new Trace("CTC", "CTC-SP2-1996-3.1-cln.swf.gz", 338),
          new Trace("BLUE", "SDSC-BLUE-2000-4.2-cln.swf.gz", 1152));

  Path in(Path folder) {
    return folder.resolve(file);
  }
}
