package io.gnomon.sim.report;

/**
 * Which jobs ran on which machine.
 *
 * @param file of the jobs
 * @param options that changed them, as they are typed; empty where they ran as recorded
 * @param processors of the machine
 */
public record ReportedWorkload(String file, String options, int processors) {
  /** For the top of a text. */
  public String title() {
    return name() + " on " + processors + " processors";
  }

  /** The file and what changed its jobs. */
  String name() {
    return options.isEmpty() ? file : file + " " + options;
  }

  void writeFields(Json json) {
    json.put("workload", file).put("workloadOptions", options).put("processors", processors);
  }
}
