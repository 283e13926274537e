package io.gnomon.bridge.storage;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.EventSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.ToyScheduler;
import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueTracker;
import io.gnomon.bridge.polling.TrackerFile;
import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.AppliedSetting;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.SizeLimits;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.machine.ResourceRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeTry;
import org.slf4j.LoggerFactory;

/** Whatever a scheduler says, a bridge that starts again reads what the one before has stored. */
class StoredEventsProperties {
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final Logger LOG = (Logger) LoggerFactory.getLogger(BridgeRunner.class);

  private final EventCodec codec = new EventCodec(SizeLimits.UNLIMITED);
  private final List<GnomonEvent> published = new ArrayList<>();
  private Path folder;

  @BeforeContainer
  static void logNothing() {
    LOG.setLevel(Level.OFF); // each rejection is logged with its text
  }

  @AfterContainer
  static void logAgain() {
    LOG.setLevel(null);
  }

  @BeforeTry
  void createFolder() throws IOException {
    published.clear();
    folder =
        Files.isDirectory(MEMORY)
            ? Files.createTempDirectory(MEMORY, "stored")
            : Files.createTempDirectory("stored");
  }

  @AfterTry
  void deleteFolder() throws IOException {
    for (String file : List.of("ledger", "queue", "in-force.json")) {
      Files.deleteIfExists(folder.resolve(file));
    }
    Files.delete(folder);
  }

  private BridgeRunner runner(SchedulerPort port, CommandLedger ledger) {
    EventSink sink =
        new EventSink() {
          @Override
          public void send(GnomonEvent event) {
            assertThat(codec.decode(codec.encodeStructured(event).value())).isEqualTo(event);
            published.add(event);
          }

          @Override
          public void flush() {}
        };
    return new BridgeRunner(ToyScheduler.CLUSTER, port, sink, ledger, published.size());
  }

  /** Texts around the limits, with pairs of surrogates at the cut, halves of pairs and controls. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> start =
        Arbitraries.strings()
            .withChars('a', ' ', '"', '\\', '\n', '\0', 'é', '\uD83D', '\uDE00')
            .ofMaxLength(5);
    Arbitrary<String> piece = Arbitraries.of("x", "é", "\uD83D\uDE00", "\uDE00\uD83D");
    Arbitrary<Integer> times =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(240, 260),
            Arbitraries.integers().between(4080, 4100),
            Arbitraries.just(20_000));
    return Combinators.combine(start, piece, times)
        .as((first, repeated, count) -> first + repeated.repeat(count));
  }

  @Property(tries = 200)
  void aBridgeStartsAgainWhateverItHasAnswered(@ForAll("texts") String detail) throws Exception {
    ToyScheduler scheduler = new ToyScheduler();
    scheduler.refuse(detail);
    Path file = folder.resolve("ledger");
    try (FileCommandLedger ledger = new FileCommandLedger(file)) {
      BridgeRunner runner = runner(scheduler, ledger);
      runner.start();
      runner.handle(ToyScheduler.command("x", 3));
    }
    GnomonEvent answer = published.get(published.size() - 1);
    assertThat(answer.data()).isInstanceOf(ConfigRejected.class);

    try (FileCommandLedger ledger = new FileCommandLedger(file)) {
      assertThat(ledger.entries().get(ledger.entries().size() - 1)).isEqualTo(answer);
      BridgeRunner again = runner(scheduler, ledger);
      again.start();
      again.handle(ToyScheduler.command("x", 3));
      assertThat(again.duplicateCommands()).isOne();
      again.handle(ToyScheduler.command("y", 3));
    }
    assertThat(published)
        .extracting(GnomonEvent::data)
        .filteredOn(ConfigRejected.class::isInstance)
        .extracting(data -> ((ConfigRejected) data).command())
        .containsExactly("x", "y");
  }

  @Property(tries = 20)
  void aLongAnswerThatAnOlderBridgeHasStoredIsReadAndPublished(@ForAll("texts") String text)
      throws Exception {
    String detail =
        new String(("-" + text).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    Path file = folder.resolve("ledger");
    try (FileCommandLedger ledger = new FileCommandLedger(file)) {
      ledger.write(event(1, new ClockAdvanced(900)));
      ledger.write(ToyScheduler.command("x", 3));
      ledger.write(event(1, new ConfigRejected(1000, "x", ConfigRejectReason.FAILED, detail, 3)));
    }
    ToyScheduler scheduler = new ToyScheduler();
    try (FileCommandLedger ledger = new FileCommandLedger(file)) {
      runner(scheduler, ledger).start();
    }
    ConfigRejected answer = (ConfigRejected) published.get(0).data();
    assertThat(answer.command()).isEqualTo("x");
    assertThat(answer.detail()).startsWith(detail.substring(0, Math.min(2000, detail.length())));
    try (FileCommandLedger ledger = new FileCommandLedger(file)) {
      assertThat(ledger.entries().get(3)).isEqualTo(published.get(0));
    }
  }

  private static GnomonEvent event(long number, EventData data) {
    return GnomonEvent.of(ToyScheduler.CLUSTER, "c-" + number, number, null, data);
  }

  /** A port that stores what it has published, as that of Slurm. */
  private final class PollingPort implements SchedulerPort {
    private final ToyScheduler toy = new ToyScheduler();
    private final TrackerFile file = new TrackerFile(folder.resolve("queue"), ToyScheduler.CLUSTER);
    private final QueueTracker tracker = new QueueTracker();
    private final List<QueueObservation> polls = new ArrayList<>();

    @Override
    public long now() {
      return toy.now();
    }

    @Override
    public ClusterDeclared declare() {
      return toy.declare();
    }

    @Override
    public ClusterSnapshot snapshot(long reflectsSequence) {
      return tracker.snapshot(reflectsSequence, null);
    }

    @Override
    public void changes(long lastSequence, ChangeSink sink) {
      if (polls.isEmpty()) {
        return;
      }
      List<EventData> events =
          new ArrayList<>(tracker.advance(polls.remove(0), lastSequence, null));
      events.add(new ClockAdvanced(tracker.clock(), "slow\uD83D"));
      sink.accept(
          events,
          stored -> {
            try {
              file.write(tracker, lastSequence, stored);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
    }

    @Override
    public Configuration configuration() {
      return toy.configuration();
    }

    @Override
    public void apply(Configuration configuration) throws CannotApplyException {
      toy.apply(configuration);
    }
  }

  private static QueueObservation queue(long at, List<String> texts) {
    Map<String, Active> active = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      JobSnapshot job =
          new JobSnapshot(
              (i % 2 == 0 ? i : "") + text,
              JobState.WAITING,
              90,
              EventData.NONE,
              new JobDescription(
                  1 + i,
                  60,
                  text,
                  text,
                  text,
                  text,
                  1,
                  EventData.NONE,
                  List.of(),
                  ResourceRequest.builder().tasks(1).features(text).dependency(text).build()),
              EventData.NONE,
              0,
              EventData.NONE,
              List.of());
      active.put(job.job(), new Active(job, 0));
    }
    return new QueueObservation(at, 8, active, Map.of(), List.of());
  }

  @Property(tries = 100)
  void theQueueThatIsStoredIsTheOneThatWasPublished(
      @ForAll("texts") String one, @ForAll("texts") String other) throws Exception {
    PollingPort port = new PollingPort();
    port.polls.add(queue(100, List.of(one)));
    port.polls.add(queue(160, List.of(one, other, other)));
    BridgeRunner runner = runner(port, CommandLedger.NONE);
    runner.start();
    for (int poll = 0; poll < 2; poll++) {
      int before = published.size();
      runner.publishChanges();
      TrackerFile.Content stored = port.file.read();
      assertThat(stored.tracker().snapshot(1, null)).isEqualTo(port.tracker.snapshot(1, null));
      assertThat(stored.unpublished(before))
          .isEqualTo(
              published.subList(before, published.size()).stream().map(GnomonEvent::data).toList());
    }
  }

  @Property(tries = 100)
  void theConfigurationThatIsStoredIsTheOneInForce(@ForAll("texts") String text) throws Exception {
    String printed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    AppliedConfiguration applied =
        new AppliedConfiguration(
            printed,
            7,
            Map.of(Aspect.LIMITS, Map.of("qos.a.Priority", new AppliedSetting(printed, printed))),
            "",
            null,
            Map.of("7", new ManagedNice(1, 2, 3)));
    AppliedConfiguration.file(folder).write(applied);
    assertThat(AppliedConfiguration.file(folder).read()).contains(applied);
  }
}
