package io.gnomon.bridge;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The process ends at every step that a crash can fall between; the next one goes on. */
class BridgeRestartTest {
  /** The end of the process. */
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** What outlives the process, and a step at which it ends. */
  private static final class World {
    final ToyScheduler scheduler = new ToyScheduler();
    final List<GnomonEvent> topic = new ArrayList<>();
    final List<GnomonEvent> ledger = new ArrayList<>();
    final List<GnomonEvent> buffer = new ArrayList<>();
    private final boolean bufferIsLost;
    private int stepsLeft;

    World(int crashAt, boolean bufferIsLost) {
      stepsLeft = crashAt;
      this.bufferIsLost = bufferIsLost;
    }

    void step() {
      if (stepsLeft-- == 0) {
        if (!bufferIsLost) {
          topic.addAll(buffer);
        }
        throw new Crash();
      }
    }

    BridgeRunner runner() {
      buffer.clear();
      long last = topic.isEmpty() ? 0 : topic.get(topic.size() - 1).envelope().sequence();
      return new BridgeRunner(ToyScheduler.CLUSTER, new SteppedPort(this), sink(), book(), last);
    }

    private EventSink sink() {
      return new EventSink() {
        @Override
        public void send(GnomonEvent event) {
          step();
          buffer.add(event);
          step();
        }

        @Override
        public void flush() {
          step();
          topic.addAll(buffer);
          buffer.clear();
          step();
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
          step();
          ledger.add(entry);
          step();
        }
      };
    }
  }

  /** The scheduler, with a step before and after it is changed. */
  private record SteppedPort(World world) implements SchedulerPort {
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
    public void changes(long lastSequence, Consumer<EventData> published) {
      world.scheduler.changes(lastSequence, published);
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereverItIsInterruptedACommandIsCarriedOutOnceAndAnsweredOnce(boolean bufferIsLost) {
    int crashes = 0;
    for (int crashAt = 0; ; crashAt++) {
      World world = new World(crashAt, bufferIsLost);
      boolean crashed = false;
      try {
        BridgeRunner runner = world.runner();
        runner.start();
        world.scheduler.pending.add(new ClockAdvanced(1000));
        runner.handle(ToyScheduler.command("x", 3));
      } catch (Crash e) {
        crashed = true;
        crashes++;
        BridgeRunner next = world.runner();
        next.start();
        next.handle(ToyScheduler.command("x", 3));
      }
      expectOneChangeAndOneAnswer(world, "crash at step " + crashAt);
      if (!crashed) {
        break;
      }
    }
    assertThat(crashes).isGreaterThan(10);
  }

  private static void expectOneChangeAndOneAnswer(World world, String when) {
    assertThat(world.scheduler.changes).as(when).isEqualTo(1);
    assertThat(world.topic.stream().filter(event -> event.data() instanceof ConfigApplied))
        .as(when)
        .hasSize(1);
    assertThat(world.topic.stream().map(event -> event.envelope().sequence()))
        .as(when)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, world.topic.size()).boxed().toList());
  }

  @Test
  void aCommandThatExpiredWhileTheBridgeWasDownIsRejected() {
    World world = new World(Integer.MAX_VALUE, true);
    world.ledger.add(ToyScheduler.command("x", 3));
    world.scheduler.now = 5000;

    world.runner().start();

    assertThat(world.scheduler.changes).isZero();
    assertThat(((ConfigRejected) world.topic.get(0).data()).reason())
        .isEqualTo(ConfigRejectReason.EXPIRED);
  }

  @Test
  void anInterruptedCommandIsRejectedAfterAnotherChange() {
    World world = new World(Integer.MAX_VALUE, true);
    world.ledger.add(ToyScheduler.command("x", 3));
    world.scheduler.configuration = new Configuration("fcfs", 4);

    world.runner().start();

    assertThat(world.scheduler.configuration.policy()).isEqualTo("fcfs");
    assertThat(((ConfigRejected) world.topic.get(0).data()).reason())
        .isEqualTo(ConfigRejectReason.VERSION_MISMATCH);
    assertThat(world.ledger.get(0).data()).isInstanceOf(ConfigRequested.class);
  }
}
