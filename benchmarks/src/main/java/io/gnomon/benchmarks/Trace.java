package io.gnomon.benchmarks;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.swf.SwfReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A trace of the Parallel Workloads Archive and its machine.
 *
 * @param name short name in tables
 * @param file file name in the folder of the traces
 * @param processors of the machine
 * @param ocsSeconds CPU seconds of OCS, the fastest other simulator with a complete EASY, for the
 *     whole trace as a process on this kind of machine
 */
public record Trace(String name, String file, int processors, double ocsSeconds) {
  public static final Trace KTH = new Trace("KTH", "KTH-SP2-1996-2.1-cln.swf.gz", 100, 0.83);
  public static final Trace SDSC_SP2 =
      new Trace("SDSC-SP2", "SDSC-SP2-1998-4.2-cln.swf.gz", 128, 3.3);
  public static final Trace CTC = new Trace("CTC", "CTC-SP2-1996-3.1-cln.swf.gz", 338, 15.6);
  public static final Trace BLUE = new Trace("BLUE", "SDSC-BLUE-2000-4.2-cln.swf.gz", 1152, 23.6);

  /** Default folder of the traces, relative to the project. */
  public static final String FOLDER = "../shared/traces";

  /** The four traces of the budgets. */
  public static final List<Trace> ALL = List.of(KTH, SDSC_SP2, CTC, BLUE);

  public static Trace named(String name) {
    return ALL.stream()
        .filter(trace -> trace.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown trace '" + name + "'"));
  }

  /** The same jobs on a machine of another size. */
  Trace on(int others) {
    return new Trace(name + "/" + others, file, others, ocsSeconds);
  }

  Path in(Path folder) {
    return folder.resolve(file);
  }

  /** Reads the trace and prepares it as the reference program does. */
  public JobLog read(Path folder) throws IOException {
    return new Preparation(processors, OverrunRule.KNOWN)
        .prepare(SwfReader.read(in(folder)).log())
        .log();
  }
}
