package io.gnomon.sim.report;

/**
 * Which jobs ran on which machine.
 *
 * @param file of the jobs
 * @param options that changed them, in a form that can be typed; empty where all are left out
 * @param processors of the machine
 */
public record ReportedWorkload(String file, String options, int processors) {
  /** For the top of a text. */
  public String title() {
    return name() + " on " + processors + " processors";
  }

  /** The file and what changed its jobs. */
  private String name() {
    return options.isEmpty() ? file : file + " " + options;
  }

  void writeFields(Json json) {
    json.put("workload", file).put("workloadOptions", options).put("processors", processors);
  }
}
