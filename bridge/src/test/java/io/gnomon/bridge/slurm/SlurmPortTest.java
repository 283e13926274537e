package io.gnomon.bridge.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.EventSink;
import io.gnomon.bridge.ToyScheduler;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.polling.TrackerFile;
import io.gnomon.bridge.slurm.apply.Configurator;
import io.gnomon.bridge.slurm.client.FakePrograms;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.notify.HookSpool;
import io.gnomon.bridge.slurm.programs.ProgramSource;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.Configuration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmPortTest {
  /** Compares what is in force with Slurm when it is read back, as it does settings and limits. */
  private static final class ReadBack implements Configurator {
    private Runnable setting = () -> {};
    private Configuration inSlurm = new Configuration("slurm", 1);
    private Configuration lastRead = inSlurm;

    @Override
    public @Nullable Capabilities capabilities() {
      return null;
    }

    @Override
    public Configuration readBack() {
      lastRead = inSlurm;
      return lastRead;
    }

    @Override
    public Configuration observe(SlurmState state) {
      return lastRead;
    }

    @Override
    public int queueIndex(String partition) {
      return -1;
    }

    @Override
    public void apply(Configuration configuration) {
      inSlurm = configuration;
      setting.run();
    }
  }

  private final ReadBack configurator = new ReadBack();
  private final List<EventData> published = new ArrayList<>();
  private SlurmReader reader;
  private BridgeRunner runner;
  private Path queue;
  private Path threads;
  private Path settings;
  private SlurmPort port;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    FakePrograms slurm = new FakePrograms(folder.resolve("bin"));
    queue = folder.resolve("queue-was-read");
    settings = Files.writeString(folder.resolve("settings"), settings("job-1", "bf_interval=30"));
    threads = Files.writeString(folder.resolve("threads"), "Server thread count:  1\n");
    slurm.write("squeue", ": >" + queue + "; echo '{\"jobs\":[]}'");
    slurm.write("sdiag", "cat " + threads);
    slurm.write(
        "scontrol",
        """
        case "$*" in
        *node*) echo 'NodeName=n1 CPUTot=4 CPUAlloc=0 State=IDLE RealMemory=1 Partitions=p';;
        *config*) cat "$(dirname "$0")/../settings";;
        *partition*) echo 'PartitionName=p Default=YES Nodes=n1 State=UP TotalCPUs=4 TotalNodes=1';;
        esac
        """);
    reader =
        new SlurmReader(
            new ProgramSource(slurm.programs()), InstantSource.fixed(Instant.ofEpochSecond(1000)));
    port =
        new SlurmPort(
            reader,
            SelectSettings.of(Map.of()),
            new TrackerFile(folder.resolve("queue"), ToyScheduler.CLUSTER),
            new PollSchedule(Duration.ofMillis(1), Duration.ofMillis(1)),
            new HookSpool(null),
            configurator);
    port.setBusyThreads(64);
    EventSink sink =
        new EventSink() {
          @Override
          public void send(GnomonEvent event) {
            published.add(event.data());
          }

          @Override
          public void flush() {}
        };
    runner = new BridgeRunner(ToyScheduler.CLUSTER, port, sink, CommandLedger.NONE, 0);
    runner.start();
    runner.publishChanges();
  }

  private void write(String text) {
    try {
      Files.writeString(settings, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String settings(String nextJob, String parameters) {
    return "NEXT_JOB_ID = %s\nSchedulerParameters = %s\nSlurmctld(primary) at n1 is UP\n"
        .formatted(nextJob, parameters);
  }

  private List<Configuration> applied() {
    return published.stream()
        .filter(ConfigApplied.class::isInstance)
        .map(event -> ((ConfigApplied) event).configuration())
        .toList();
  }

  private void poll() {
    long polls = reader.requests();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              runner.publishChanges();
              return reader.requests() > polls;
            });
  }

  @Test
  void theQueueIsNotReadWhileSlurmctldIsBusy() throws Exception {
    Files.delete(queue);
    Files.writeString(threads, "Server thread count:  64\n");
    poll();
    assertThat(queue).doesNotExist();
    Files.writeString(threads, "Server thread count:  63\n");
    poll();
    assertThat(queue).exists();
  }

  @Test
  void aVersionThatWasFoundWhenACommandCameIsPublishedToo() {
    Configuration changed = new Configuration("slurm", 2);
    configurator.inSlurm = changed; // by an administrator
    runner.handle(ToyScheduler.command("x", 1));
    poll();
    assertThat(applied()).containsExactly(changed);
    assertThat(published)
        .filteredOn(ConfigRejected.class::isInstance)
        .singleElement()
        .satisfies(
            event -> {
              ConfigRejected rejected = (ConfigRejected) event;
              assertThat(rejected.reason()).isEqualTo(ConfigRejectReason.VERSION_MISMATCH);
              assertThat(rejected.version()).isEqualTo(2);
            });
  }

  @Test
  void otherSettingsAreSeenAtTheNextPollButNotThoseOfACommand() throws Exception {
    write(settings("job-2", "bf_interval=30"));
    poll();
    assertThat(port.isReconfigured()).isFalse();
    configurator.setting = () -> write(settings("job-2", "bf_interval=60"));
    runner.handle(ToyScheduler.command("x", 1));
    poll();
    assertThat(port.isReconfigured()).isFalse();
    write(settings("job-2", "bf_interval=90"));
    poll();
    assertThat(port.isReconfigured()).isTrue();
  }

  @Test
  void anAppliedCommandIsPublishedByItsAnswerOnly() {
    runner.handle(ToyScheduler.command("x", 1));
    poll();
    assertThat(applied()).containsExactly(new Configuration(ToyScheduler.POLICY, 2));
  }
}
