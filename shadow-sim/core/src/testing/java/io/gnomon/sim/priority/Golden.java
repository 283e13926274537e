package io.gnomon.sim.priority;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Schedules of Slurm's own scheduling code; tests that use them are skipped without the files. */
public final class Golden {
  private Golden() {}

  public static Path file(String name) {
    Path path = Path.of(System.getProperty("gnomon.root", ".."), "../shared/golden/slurm", name);
    assumeTrue(Files.isReadable(path), "skipped: " + path.normalize() + " is missing");
    return path;
  }

  /** Rows of a compressed table, by column. */
  public static List<Map<String, String>> rows(String name, String separator) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file(name))), StandardCharsets.UTF_8))) {
      String[] columns = lines.readLine().split(separator);
      String outsideQuotes = separator + "(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)";
      for (String line; (line = lines.readLine()) != null; ) {
        String[] fields = line.split(line.contains("\"") ? outsideQuotes : separator, -1);
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < columns.length; i++) {
          row.put(columns[i], fields[i]);
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
