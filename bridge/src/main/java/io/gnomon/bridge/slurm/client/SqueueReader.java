package io.gnomon.bridge.slurm.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.text.Excerpt;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parses the output of {@code squeue --json} in all its versions: numbers as numbers (22.05) or as
 * objects with {@code set}, {@code infinite} and {@code number} (23.02 and later), states as a word
 * or as a list of words. The values of unused fields are ignored.
 *
 * <p>A field with a value of another kind is left out, and so is a job without an id; the other
 * jobs stand. Texts have at most 4,096 characters and lists 2^20: longer names are cut, and other
 * texts are left out.
 *
 * <p>It parses while squeue prints and keeps the records only: about 500 bytes per job, of the 2 to
 * 8 kB that squeue prints.
 */
public final class SqueueReader {
  /** The program that prints the queue, for messages. */
  public static final String PROGRAM = "squeue --json";

  private static final ObjectMapper JSON =
      new ObjectMapper(JsonFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build());

  /** What a record takes in memory at most, except for long texts of its own. */
  private static final long BYTES_PER_JOB = 1024;

  private final JsonParser json;
  private final String origin;
  private final SqueueValues values;

  private SqueueReader(JsonParser json, String origin, @Nullable Consumer<String> causes) {
    this.json = json;
    this.origin = origin;
    values =
        new SqueueValues(
            json, causes == null ? null : cause -> causes.accept(origin + ": " + cause));
  }

  /**
   * Parses recorded output, see {@link #read(InputStream, String, Consumer)}. A value of another
   * kind and a job without an id are errors.
   *
   * @throws IOException if the output cannot be read
   * @throws SlurmException if the output is not JSON of the expected form
   */
  public static List<JobRecord> read(InputStream output) throws IOException, SlurmException {
    return parse(output, PROGRAM, null);
  }

  /**
   * Parses the output of {@code squeue --json} to its end. Bytes that are not valid UTF-8, which
   * job names may contain, are replaced.
   *
   * @param origin what answered, for messages
   * @param causes receives why a value or a job was left out
   * @throws IOException if the output cannot be read
   * @throws SlurmException if the output is not JSON of the expected form, lists errors, or has
   *     more jobs than fit into the heap
   */
  public static List<JobRecord> read(InputStream output, String origin, Consumer<String> causes)
      throws IOException, SlurmException {
    return parse(output, origin, causes);
  }

  private static List<JobRecord> parse(
      InputStream output, String origin, @Nullable Consumer<String> causes)
      throws IOException, SlurmException {
    try (JsonParser json =
        JSON.createParser(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      try {
        return new SqueueReader(json, origin, causes).queue();
      } catch (JsonProcessingException e) {
        throw new SlurmException(
            "cannot parse the output of %s at '%s': %s"
                .formatted(
                    origin,
                    json.getParsingContext().pathAsPointer(),
                    Excerpt.of(e.getOriginalMessage())),
            e);
      }
    }
  }

  private List<JobRecord> queue() throws IOException, SlurmException {
    List<JobRecord> jobs = null;
    values.expect(json.nextToken(), JsonToken.START_OBJECT);
    for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
      json.nextToken();
      switch (field) {
        case "jobs" -> jobs = jobs();
        case "errors" -> requireNoErrors();
        default -> json.skipChildren();
      }
    }
    values.expect(json.currentToken(), JsonToken.END_OBJECT);
    values.expect(json.nextToken(), null);
    if (jobs == null) {
      throw new SlurmException(
          "the output of %s has no 'jobs'; Slurm 22.05 or newer is required".formatted(origin));
    }
    return jobs;
  }

  private void requireNoErrors() throws IOException, SlurmException {
    values.expect(json.currentToken(), JsonToken.START_ARRAY);
    if (json.nextToken() != JsonToken.END_ARRAY) {
      TreeNode first = json.readValueAsTree();
      throw new SlurmException(origin + " reports errors: " + Excerpt.of(first.toString()));
    }
  }

  private List<JobRecord> jobs() throws IOException, SlurmException {
    long max = Runtime.getRuntime().maxMemory() / BYTES_PER_JOB;
    SqueueJobs reader = new SqueueJobs(json, values);
    List<JobRecord> jobs = new ArrayList<>();
    values.expect(json.currentToken(), JsonToken.START_ARRAY);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      JobRecord job = reader.job();
      if (job == null) {
        continue;
      }
      if (jobs.size() == max) {
        throw new SlurmException(
            "%s has more than %,d jobs, which is all that this process reads; give it a larger heap (-Xmx)"
                .formatted(origin, max));
      }
      jobs.add(job);
    }
    return jobs;
  }
}
