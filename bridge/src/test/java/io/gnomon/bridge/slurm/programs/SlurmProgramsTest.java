package io.gnomon.bridge.slurm.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.gnomon.bridge.slurm.client.SlurmException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code sh} instead of Slurm's programs. */
class SlurmProgramsTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  private static <T> T read(SlurmPrograms.OutputReader<T> reader, Duration limit, String script)
      throws SlurmException {
    return new SlurmPrograms(Path.of("/bin"), Map.of("WHO", "slurm"), limit)
        .read(reader, "sh", List.of("-c", script));
  }

  /**
   * The failure of a program with a short limit.
   *
   * @param started whether the program got as far as it should; if a busy machine was too slow for
   *     that, the limit is longer next time
   */
  private static SlurmException failure(
      SlurmPrograms.OutputReader<?> reader, String script, Predicate<SlurmException> started) {
    for (Duration limit = Duration.ofSeconds(1); ; limit = limit.multipliedBy(8)) {
      Duration tried = limit;
      SlurmException failure =
          catchThrowableOfType(SlurmException.class, () -> read(reader, tried, script));
      if (started.test(failure) || limit.compareTo(LONG) > 0) {
        return failure;
      }
    }
  }

  @Test
  void outputIsReadWhileTheProgramRuns(@TempDir Path folder) throws Exception {
    Path read = folder.resolve("read");
    int first =
        read(
            printed -> {
              int who = printed.read();
              Files.createFile(read);
              return who;
            },
            LONG,
            "echo $WHO; while [ ! -e " + read + " ]; do sleep 0.05; done");
    assertThat(first).isEqualTo('s');
    int one = read(InputStream::read, LONG, "head -c 10000000 /dev/zero | tr '\\0' y");
    assertThat(one)
        .as("a program is not blocked by a reader that has stopped reading")
        .isEqualTo('y');
  }

  @Test
  void outputBeyondTheBoundIsAnErrorThatNamesTheProgramAndTheBound() throws Exception {
    SlurmPrograms bounded = new SlurmPrograms(Path.of("/bin"), Map.of(), LONG, 1000);
    assertThat(bounded.run("sh", "-c", "head -c 1000 /dev/zero | tr '\\0' y")).hasSize(1000);
    assertThatThrownBy(() -> bounded.run("sh", "-c", "head -c 100000000 /dev/zero"))
        .isInstanceOf(SlurmException.class)
        .hasMessageStartingWith(
            "'sh -c head -c 100000000 /dev/zero' printed more than 1,000 bytes");
  }

  @Test
  void anErrorOfTheReaderIsReported() {
    SlurmPrograms.OutputReader<Void> refusing =
        printed -> {
          throw new SlurmException("nonsense");
        };
    assertThatThrownBy(() -> read(refusing, LONG, "echo"))
        .isInstanceOf(SlurmException.class)
        .hasMessage("nonsense");
    assertThatThrownBy(() -> read(refusing, LONG, "echo no such queue >&2; exit 3"))
        .as("the failure of the program takes precedence")
        .isInstanceOfSatisfying(
            SlurmException.class, e -> assertThat(e.errorLines()).containsExactly("no such queue"))
        .hasMessageContaining("exited with status 3: no such queue");
    assertThatThrownBy(
            () ->
                read(
                    printed -> {
                      throw new IOException("torn");
                    },
                    LONG,
                    "echo"))
        .isInstanceOf(SlurmException.class)
        .hasMessageStartingWith("cannot read the output of '/bin/sh -c echo'")
        .hasMessageContaining("torn");
  }

  @Test
  void aProgramThatDoesNotEndIsKilledWithWhatItHasStarted(@TempDir Path folder) throws Exception {
    Path own = folder.resolve("pid");
    SlurmException killed =
        failure(
            InputStream::readAllBytes,
            "sleep 600 & echo $! > " + own + "; wait",
            failure -> Files.exists(own) && own.toFile().length() > 1);
    assertThat(killed.isTimeout()).isTrue();
    assertThat(killed).hasMessageContaining("did not finish within slurm.limit, ");
    long pid = Long.parseLong(Files.readString(own).strip());
    await()
        .alias("the process has ended")
        .atMost(Duration.ofMinutes(2))
        .until(() -> ProcessHandle.of(pid).flatMap(it -> it.info().command()).isEmpty());
  }

  @Test
  void outputThatIsNotReadInTimeIsReported() {
    CountDownLatch never = new CountDownLatch(1);
    SlurmPrograms.OutputReader<Boolean> slow =
        printed -> {
          try {
            return never.await(10, TimeUnit.MINUTES);
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        };
    assertThat(failure(slow, "echo", failure -> !failure.isTimeout()))
        .hasMessageContaining("was not closed within ");
    never.countDown();
  }
}
