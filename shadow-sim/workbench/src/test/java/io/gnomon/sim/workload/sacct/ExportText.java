package io.gnomon.sim.workload.sacct;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The text of an export: records that differ from one whole job in some fields. */
final class ExportText {
  private static final Map<SacctField, String> COMPLETED = new EnumMap<>(SacctField.class);

  static {
    COMPLETED.put(SacctField.JOB_ID, "12");
    COMPLETED.put(SacctField.JOB_ID_RAW, "12");
    COMPLETED.put(SacctField.USER, "ann");
    COMPLETED.put(SacctField.ACCOUNT, "physics");
    COMPLETED.put(SacctField.PARTITION, "cpu");
    COMPLETED.put(SacctField.QOS, "normal");
    COMPLETED.put(SacctField.RESERVATION, "");
    COMPLETED.put(SacctField.SUBMIT, "2026-07-01T10:00:00");
    COMPLETED.put(SacctField.ELIGIBLE, "2026-07-01T10:00:00");
    COMPLETED.put(SacctField.START, "2026-07-01T10:05:00");
    COMPLETED.put(SacctField.END, "2026-07-01T10:35:00");
    COMPLETED.put(SacctField.ELAPSED_RAW, "1800");
    COMPLETED.put(SacctField.TIMELIMIT_RAW, "60");
    COMPLETED.put(SacctField.STATE, "COMPLETED");
    COMPLETED.put(SacctField.REQ_NODES, "2");
    COMPLETED.put(SacctField.NODES, "2");
    COMPLETED.put(SacctField.REQ_CPUS, "8");
    COMPLETED.put(SacctField.CPUS, "8");
    COMPLETED.put(SacctField.REQ_MEM, "32G");
    COMPLETED.put(SacctField.REQ_TRES, "billing=8,cpu=8,mem=32G,node=2");
    COMPLETED.put(SacctField.ALLOC_TRES, "billing=8,cpu=8,mem=32G,node=2");
    COMPLETED.put(SacctField.NODE_LIST, "n[1-2]");
    COMPLETED.put(SacctField.CONSTRAINTS, "");
    COMPLETED.put(SacctField.SUSPENDED, "00:00:00");
    COMPLETED.put(SacctField.JOB_NAME, "relax");
  }

  private final List<SacctField> columns;
  private final List<String> lines = new ArrayList<>();

  /** An export of these fields. */
  ExportText(List<SacctField> columns) {
    this.columns = List.copyOf(columns);
    lines.add(columns.stream().map(SacctField::title).collect(Collectors.joining("|")));
  }

  /** An export of the fields that Gnomon asks for. */
  ExportText() {
    this(SacctField.EXPORTED);
  }

  /** Adds a job of two nodes that waited 5 min and ran half an hour, with other values. */
  ExportText job(Map<SacctField, String> other) {
    lines.add(
        columns.stream()
            .map(column -> other.getOrDefault(column, COMPLETED.getOrDefault(column, "")))
            .collect(Collectors.joining("|")));
    return this;
  }

  ExportText job(SacctField field, String value) {
    return job(Map.of(field, value));
  }

  ExportText job() {
    return job(Map.of());
  }

  ExportText jobs(int count) {
    for (int number = 1000; number < 1000 + count; number++) {
      job(Map.of(SacctField.JOB_ID, "" + number, SacctField.JOB_ID_RAW, "" + number));
    }
    return this;
  }

  ExportText line(String line) {
    lines.add(line);
    return this;
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }

  List<SacctRecord> records(SacctOptions options) throws IOException {
    List<SacctRecord> records = new ArrayList<>();
    SacctReader.read(stream(toString()), "jobs.txt", options, records::add);
    return records;
  }

  SacctExport read() throws IOException {
    return read(toString(), SacctOptions.UTC);
  }

  static SacctExport read(String text, SacctOptions options) throws IOException {
    return SacctExport.read(stream(text), "jobs.txt", options, Optional.empty());
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
