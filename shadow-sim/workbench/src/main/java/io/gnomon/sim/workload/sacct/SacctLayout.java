package io.gnomon.sim.workload.sacct;

import io.gnomon.sim.workload.sacct.SacctField.Content;
import io.gnomon.slurm.listing.PrintedTable;
import io.gnomon.text.Excerpt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where the fields of a line are, by the header of an export. Immutable. */
final class SacctLayout {
  private static final String EXPORT = "sacct --allusers --allocations --parsable2 --format=";
  // fields that are not read and whose values may contain the delimiter
  private static final Set<String> FREE_TEXTS =
      Set.of(
          "admincomment",
          "comment",
          "container",
          "extra",
          "failednode",
          "reason",
          "stderr",
          "stdin",
          "stdout",
          "submitline",
          "systemcomment",
          "wckey",
          "workdir");

  private final PrintedTable table;
  private final Map<SacctField, Integer> columns = new EnumMap<>(SacctField.class);
  private final List<Integer> freeTexts = new ArrayList<>(); // the last one first

  private SacctLayout(String header) {
    table = PrintedTable.of(header);
    List<String> titles = table.titles();
    for (int column = 0; column < titles.size(); column++) {
      Optional<SacctField> field = SacctField.named(titles.get(column));
      int position = column;
      field.ifPresent(known -> columns.putIfAbsent(known, position));
      boolean free =
          field.isPresent()
              ? field.get().content() == Content.FREE
              : FREE_TEXTS.contains(titles.get(column));
      if (free) {
        freeTexts.add(0, column);
      }
    }
  }

  /**
   * The layout that a header names.
   *
   * @param place file and line, for messages
   * @throws SacctFormatException if the line is no header, or lacks a field that is needed
   */
  static SacctLayout of(String header, String place) throws SacctFormatException {
    if (header.chars().anyMatch(c -> c == 0 || c == '\uFFFD')) {
      throw new SacctFormatException(
          "%s: the file is binary ('%s'); expected is the text that %s<fields> prints"
              .formatted(place, Excerpt.of(header), EXPORT));
    }
    SacctLayout layout = new SacctLayout(header);
    if (header.indexOf(PrintedTable.DELIMITER) < 0) {
      throw new SacctFormatException(
          "%s: the line is '%s'; expected are the names of fields separated by '|', as %s%s prints"
              .formatted(place, Excerpt.of(header), EXPORT, SacctField.exportedAsOption()));
    }
    if (layout.columns.isEmpty()) {
      throw new SacctFormatException(
          "%s: the line is '%s'; expected are the names of fields, which sacct prints without --noheader"
              .formatted(place, Excerpt.of(header)));
    }
    List<String> missing = layout.missing();
    if (!missing.isEmpty()) {
      throw new SacctFormatException(
          "%s: the header '%s' lacks %s; expected is an export with --format=%s"
              .formatted(
                  place,
                  Excerpt.of(header),
                  String.join(", ", missing),
                  SacctField.exportedAsOption()));
    }
    return layout;
  }

  private List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (SacctField needed :
        EnumSet.of(
            SacctField.JOB_ID,
            SacctField.USER,
            SacctField.ACCOUNT,
            SacctField.PARTITION,
            SacctField.SUBMIT,
            SacctField.START,
            SacctField.STATE)) {
      if (!has(needed)) {
        missing.add(needed.title());
      }
    }
    requireOne(missing, SacctField.ELAPSED_RAW, SacctField.ELAPSED, SacctField.END);
    requireOne(missing, SacctField.TIMELIMIT_RAW, SacctField.TIMELIMIT);
    requireOne(missing, SacctField.REQ_CPUS, SacctField.CPUS, SacctField.REQ_TRES);
    return missing;
  }

  private void requireOne(List<String> missing, SacctField... alternatives) {
    if (Arrays.stream(alternatives).noneMatch(this::has)) {
      missing.add(alternatives[0].title());
    }
  }

  boolean has(SacctField field) {
    return columns.containsKey(field);
  }

  /** The column of a field, -1 if there is none. */
  int column(SacctField field) {
    return columns.getOrDefault(field, -1);
  }

  /** The fields that are known, in the order of their columns. */
  List<SacctField> fields() {
    return columns.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Number of columns. */
  int size() {
    return table.titles().size();
  }

  /** The columns whose values may contain the delimiter, the last one first. */
  List<Integer> freeTexts() {
    return freeTexts;
  }

  /** Whether a line is this header again. */
  boolean isHeader(String line) {
    return table.isHeader(line);
  }

  /** Whether a line begins like a header. */
  static boolean beginsLikeHeader(String line) {
    int end = line.indexOf(PrintedTable.DELIMITER);
    return end > 0
        && !Character.isDigit(line.charAt(0))
        && SacctField.named(line.substring(0, end)).isPresent();
  }

  /**
   * Where the cells of a line begin; a last element is where one more would.
   *
   * @return as many cells as the line has, which may be more or less than {@link #size()}
   */
  int[] cells(String line) {
    return table.fields(line);
  }
}
