package io.gnomon.sim.workload.swf;

import io.gnomon.sim.workload.swf.ReadReport.Drop;
import io.gnomon.sim.workload.swf.ReadReport.DropReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the lines that a reader drops, and keeps the first few of each reason. */
final class SkippedLines {
  private static final int REMEMBERED = 5;

  private final Map<DropReason, Entry> entries = new EnumMap<>(DropReason.class);
  private int malformed;

  private static final class Entry {
    private final List<Integer> firstLines = new ArrayList<>();
    private final String example;
    private int count;

    private Entry(String example) {
      this.example = example;
    }
  }

  void add(DropReason reason, int line, String example) {
    Entry entry = entries.computeIfAbsent(reason, first -> new Entry(example));
    entry.count++;
    if (entry.firstLines.size() < REMEMBERED) {
      entry.firstLines.add(line);
    }
    malformed += reason.malformed() ? 1 : 0;
  }

  /** Number of lines that violate the format. */
  int malformed() {
    return malformed;
  }

  /** The first line that violates the format, with its number. */
  String firstMalformed() {
    return entries.entrySet().stream()
        .filter(entry -> entry.getKey().malformed())
        .map(Map.Entry::getValue)
        .min((a, b) -> Integer.compare(a.firstLines.get(0), b.firstLines.get(0)))
        .map(entry -> "line " + entry.firstLines.get(0) + ": " + entry.example)
        .orElse("no line is malformed");
  }

  Map<DropReason, Drop> drops() {
    Map<DropReason, Drop> drops = new EnumMap<>(DropReason.class);
    entries.forEach(
        (reason, entry) ->
            drops.put(reason, new Drop(entry.count, entry.firstLines, entry.example)));
    return drops;
  }
}
