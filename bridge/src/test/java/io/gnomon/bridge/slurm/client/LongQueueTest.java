package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A queue of which squeue prints more than the bridge's memory could hold. */
class LongQueueTest {
  private static final int JOBS = 30_000;

  /** Reads what is on its standard input, in a process of its own. */
  static final class Reading {
    private Reading() {}

    /** Prints how many jobs there were, and the last one's name. */
    public static void main(String[] arguments) throws IOException, SlurmException {
      var jobs = SqueueReader.read(System.in);
      System.out.println(jobs.size() + " " + jobs.get(jobs.size() - 1).name());
    }
  }

  @Test
  void sixtyMegabytesAreReadInFortyEight() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Reading.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream queue = process.getOutputStream()) {
      assertThat(print(queue)).isGreaterThan(60_000_000);
    }
    assertThat(process.inputReader().readLine()).isEqualTo(JOBS + " job-" + (JOBS - 1));
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static long print(OutputStream queue) throws IOException {
    String unused = "\"comment\":\"" + "x".repeat(1_900) + "\"";
    long printed = 0;
    queue.write("{\"jobs\":[".getBytes(StandardCharsets.UTF_8));
    for (int job = 0; job < JOBS; job++) {
      byte[] record =
          """
          %s{"job_id":%d,"job_state":["PENDING"],"name":"job-%d","partition":"long","user_name":"u%d",
          "cpus":{"set":true,"infinite":false,"number":4},%s}
          """
              .formatted(job == 0 ? "" : ",", job, job, job % 50, unused)
              .getBytes(StandardCharsets.UTF_8);
      queue.write(record);
      printed += record.length;
    }
    queue.write("]}".getBytes(StandardCharsets.UTF_8));
    return printed;
  }
}
