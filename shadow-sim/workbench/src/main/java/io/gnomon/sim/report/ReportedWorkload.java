package io.gnomon.sim.report;

import io.gnomon.sim.report.document.Json;

/**
 * The workload and the machine of a report.
 *
 * @param file name of the workload file
 * @param options command-line options that change the jobs; may be empty
 * @param processors of the machine
 * @param processorsFromHeader whether the number is MaxProcs of the file's header
 */
public record ReportedWorkload(
    String file, String options, int processors, boolean processorsFromHeader) {
  /** The first line of a report. */
  public String title() {
    return name()
        + " on "
        + processors
        + " processors"
        + (processorsFromHeader ? " (MaxProcs of the header)" : "");
  }

  /** The file name and the options that change its jobs. */
  private String name() {
    return options.isEmpty() ? file : file + " " + options;
  }

  void writeFields(Json json) {
    json.put("workload", file).put("workloadOptions", options).put("processors", processors);
    json.name("processorsFromHeader").value(processorsFromHeader);
  }
}
