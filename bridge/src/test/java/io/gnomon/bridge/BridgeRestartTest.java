package io.gnomon.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The process ends at every step that a crash can fall between; the next one goes on. */
class BridgeRestartTest {
  private static final int MANY = 3000;
  private static final Logger LOG = (Logger) LoggerFactory.getLogger(BridgeRunner.class);

  @BeforeAll
  static void logNothing() {
    LOG.setLevel(Level.OFF); // each of tens of thousands of processes logs what it does
  }

  @AfterAll
  static void logAgain() {
    LOG.setLevel(null);
  }

  /** The end of the process. */
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** What outlives the processes, and the step at which the present one ends. */
  private static final class World {
    final ToyScheduler scheduler = new ToyScheduler();
    final List<GnomonEvent> topic = new ArrayList<>();
    final List<GnomonEvent> ledger = new ArrayList<>();
    private final GnomonEvent command;
    private final List<GnomonEvent> buffer = new ArrayList<>();
    private List<EventData> stored = List.of();
    private long storedFrom;
    private long events;
    private boolean committed;
    private int stepsLeft = Integer.MAX_VALUE;
    private int writtenAtTheEnd;
    private int unwritten;

    World(GnomonEvent command) {
      this.command = command;
    }

    /**
     * A process that ends at a step.
     *
     * @param written how many of the buffered events are written although it ends
     * @return whether it ended before everything was done
     */
    boolean crashes(int atStep, int written) {
      stepsLeft = atStep;
      unwritten = 0;
      writtenAtTheEnd = written;
      try {
        process();
        return false;
      } catch (Crash e) {
        return true;
      } finally {
        stepsLeft = Integer.MAX_VALUE;
      }
    }

    /** How many buffered events may have been written at the end: none, one or all. */
    int[] waysToEnd() {
      return switch (unwritten) {
        case 0 -> new int[] {0};
        case 1 -> new int[] {0, 1};
        default -> new int[] {0, 1, unwritten};
      };
    }

    /** A process: two polls, and one with the command unless it was committed before. */
    BridgeRunner process() {
      twoEvents(); // while no process ran
      BridgeRunner runner = runner();
      runner.start();
      for (int poll = 0; poll < 2; poll++) {
        twoEvents();
        runner.poll(source(poll == 1 && !committed), Duration.ZERO);
      }
      runner.flush();
      return runner;
    }

    private void twoEvents() {
      for (int i = 0; i < 2; i++) {
        events++;
        scheduler.pending.add(new ClockAdvanced(1000 + events));
      }
    }

    BridgeRunner runner() {
      buffer.clear();
      long last = topic.isEmpty() ? 0 : topic.get(topic.size() - 1).envelope().sequence();
      return new BridgeRunner(ToyScheduler.CLUSTER, new StoringPort(this), sink(), book(), last);
    }

    private void step() {
      if (stepsLeft-- == 0) {
        unwritten = buffer.size();
        topic.addAll(buffer.subList(0, Math.min(writtenAtTheEnd, buffer.size())));
        throw new Crash();
      }
    }

    private void step(Runnable action) {
      step();
      action.run();
      step();
    }

    private EventSink sink() {
      return new EventSink() {
        @Override
        public void send(GnomonEvent event) {
          step(() -> buffer.add(event));
        }

        @Override
        public void flush() {
          step(
              () -> {
                topic.addAll(buffer);
                buffer.clear();
              });
        }
      };
    }

    private CommandSource source(boolean delivers) {
      return new CommandSource() {
        @Override
        public List<ReceivedCommand> poll(Duration timeout) {
          return delivers ? List.of(new ReceivedCommand(command, null)) : List.of();
        }

        @Override
        public void commit() {
          step(() -> committed = true);
        }
      };
    }

    private CommandLedger book() {
      List<GnomonEvent> before = List.copyOf(ledger);
      return new CommandLedger() {
        @Override
        public List<GnomonEvent> entries() {
          return before;
        }

        @Override
        public void write(GnomonEvent entry) {
          step(() -> ledger.add(entry));
        }
      };
    }
  }

  /** The scheduler, behind a port that stores the events of its last call, as that of Slurm. */
  private static final class StoringPort implements SchedulerPort {
    private final World world;
    private boolean resumed;

    StoringPort(World world) {
      this.world = world;
    }

    @Override
    public long now() {
      return world.scheduler.now();
    }

    @Override
    public ClusterDeclared declare() {
      return world.scheduler.declare();
    }

    @Override
    public ClusterSnapshot snapshot(long reflectsSequence) {
      return world.scheduler.snapshot(reflectsSequence);
    }

    @Override
    public void changes(long lastSequence, ChangeSink published) {
      long last = lastSequence;
      if (!resumed) {
        resumed = true;
        int from = (int) Math.min(Math.max(0, last - world.storedFrom), world.stored.size());
        List<EventData> missing = world.stored.subList(from, world.stored.size());
        missing.forEach(published);
        last += missing.size();
      }
      List<EventData> events = List.copyOf(world.scheduler.pending);
      if (!events.isEmpty()) {
        long next = last;
        published.accept(
            events,
            stored ->
                world.step(
                    () -> {
                      world.stored = stored;
                      world.storedFrom = next;
                      world.scheduler.pending.clear();
                    }));
      }
    }

    @Override
    public Configuration configuration() {
      return world.scheduler.configuration();
    }

    @Override
    public void apply(Configuration configuration) throws CannotApplyException {
      world.step();
      world.scheduler.apply(configuration);
      world.step();
    }
  }

  /** Every pair of steps, and nothing, one or all of what was not yet written. */
  @ParameterizedTest
  @ValueSource(longs = {3, 2})
  void aCommandIsCarriedOutOnceAndAnsweredOnceWhicheverTwoStepsTheProcessEndsAt(long expected) {
    GnomonEvent command = ToyScheduler.command("x", expected);
    int pairs = 0;
    World once = new World(command);
    for (int first = 0; once.crashes(first, 0); first++) {
      for (int writtenFirst : once.waysToEnd()) {
        boolean again = true;
        for (int second = 0; again; second++) {
          World twice = new World(command);
          twice.crashes(first, writtenFirst);
          again = twice.crashes(second, 0);
          for (int writtenSecond : twice.waysToEnd()) {
            World world = new World(command);
            world.crashes(first, writtenFirst);
            world.crashes(second, writtenSecond);
            world.process().handle(command);
            pairs++;
            int[] when = {writtenFirst, first, writtenSecond, second};
            expectOnce(world, expected == 3, when);
          }
        }
      }
      once = new World(command);
    }
    assertThat(pairs).isGreaterThan(MANY);
  }

  private static void expectOnce(World world, boolean applied, int[] steps) {
    Supplier<String> when =
        () ->
            "%d buffered events written at step %d, then %d at step %d"
                .formatted(steps[0], steps[1], steps[2], steps[3]);
    assertThat(world.scheduler.changes).as(when).isEqualTo(applied ? 1 : 0);
    assertThat(
            world.topic.stream()
                .map(GnomonEvent::data)
                .filter(data -> data instanceof ConfigApplied || data instanceof ConfigRejected))
        .as(when)
        .singleElement()
        .isInstanceOf(applied ? ConfigApplied.class : ConfigRejected.class);
    assertThat(world.topic.stream().map(event -> event.envelope().sequence()))
        .as(when)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, world.topic.size()).boxed().toList());
    assertThat(
            world.topic.stream()
                .map(GnomonEvent::data)
                .filter(ClockAdvanced.class::isInstance)
                .map(event -> event.at() - 1000))
        .as(when)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, world.events).boxed().toList());
  }

  @Test
  void aCommandThatExpiredWhileTheBridgeWasDownIsRejected() {
    World world = new World(ToyScheduler.command("x", 3));
    world.ledger.add(ToyScheduler.command("x", 3));
    world.scheduler.now = 5000;

    world.runner().start();

    assertThat(world.scheduler.changes).isZero();
    assertThat(((ConfigRejected) world.topic.get(0).data()).reason())
        .isEqualTo(ConfigRejectReason.EXPIRED);
  }

  @Test
  void anInterruptedCommandIsRejectedAfterAnotherChange() {
    World world = new World(ToyScheduler.command("x", 3));
    world.ledger.add(ToyScheduler.command("x", 3));
    world.scheduler.configuration = new Configuration("fcfs", 4);

    world.runner().start();

    assertThat(world.scheduler.configuration.policy()).isEqualTo("fcfs");
    assertThat(((ConfigRejected) world.topic.get(0).data()).reason())
        .isEqualTo(ConfigRejectReason.VERSION_MISMATCH);
    assertThat(world.ledger.get(0).data()).isInstanceOf(ConfigRequested.class);
  }

  @Test
  void aBridgeThatHasLostItsStateRejectsWhatWasIssuedBefore() {
    World world = new World(ToyScheduler.command("x", 3));
    world.runner().start();
    Configuration first = world.scheduler.configuration;
    world.ledger.clear();
    world.stored = List.of();
    world.scheduler.configuration = first; // its versions begin again
    world.scheduler.now = 1001;
    BridgeRunner next = world.runner();
    next.start();

    next.handle(ToyScheduler.command("x", 3)); // recorded from the topic, and not yet expired
    next.flush();
    assertThat(world.scheduler.changes).isZero();
    assertThat(world.topic.get(world.topic.size() - 1).data())
        .isInstanceOfSatisfying(
            ConfigRejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(ConfigRejectReason.EXPIRED);
              assertThat(rejected.detail()).contains("issued at 1000", "before 1001");
            });

    BridgeRunner afterwards = world.runner();
    afterwards.start();
    afterwards.handle(ToyScheduler.command("x", 3));
    afterwards.handle(ToyScheduler.command("y", 3));
    assertThat(world.scheduler.changes).as("the ledger remembers when it began").isZero();
  }
}
