package io.gnomon.sim.report;

/**
 * The workload and the machine of a report.
 *
 * @param file of the jobs
 * @param options that change the jobs, as on the command line; may be empty
 * @param processors of the machine
 * @param processorsFromHeader whether the number is MaxProcs of the file's header
 */
public record ReportedWorkload(
    String file, String options, int processors, boolean processorsFromHeader) {
  /** One line for the head of a report. */
  public String title() {
    return name()
        + " on "
        + processors
        + " processors"
        + (processorsFromHeader ? " (MaxProcs of the header)" : "");
  }

  /** The file and the options that change its jobs. */
  private String name() {
    return options.isEmpty() ? file : file + " " + options;
  }

  void writeFields(Json json) {
    json.put("workload", file).put("workloadOptions", options).put("processors", processors);
    json.name("processorsFromHeader").value(processorsFromHeader);
  }
}
