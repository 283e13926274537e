package io.gnomon.controller.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gnomon.controller.doctor.Check.Status;
import java.util.List;
import java.util.stream.Collectors;

/** The report of all checks, as text with one line for each or as JSON. */
final class DoctorReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private DoctorReport() {}

  static String text(List<Check> checks) {
    return checks.stream().map(Check::line).collect(Collectors.joining("\n", "", "\n"));
  }

  static String json(List<Check> checks) {
    ObjectNode report = JSON.createObjectNode();
    report.put("passed", passed(checks));
    ArrayNode list = report.putArray("checks");
    for (Check check : checks) {
      list.addObject()
          .put("check", check.name())
          .put("status", check.status().word())
          .put("finding", check.finding())
          .put("remedy", check.remedy().isEmpty() ? null : check.remedy());
    }
    return report.toPrettyString() + "\n";
  }

  /** Whether no check has failed. */
  static boolean passed(List<Check> checks) {
    return checks.stream().noneMatch(check -> check.status() == Status.FAILED);
  }
}
