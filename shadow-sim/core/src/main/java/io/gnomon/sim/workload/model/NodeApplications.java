package io.gnomon.sim.workload.model;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.placement.Shapes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The applications of a machine of nodes.
 *
 * <p>An application is made for a class of nodes; {@link RequestModel} says what it requests there.
 * Classes are chosen so that all have the same offered load: with a probability in proportion to
 * their nodes, divided by the mean work of their applications. The application runs in one of the
 * partitions that have such nodes and permit its nodes and runtime, in proportion to these nodes;
 * {@value #TWO_PARTITIONS} of the applications name a second one, where there is one. If no
 * partition permits the runtime, the application runs up to the longest limit.
 *
 * <p>Every application can start on the idle machine. Immutable.
 */
final class NodeApplications implements ApplicationModel {
  private static final double TWO_PARTITIONS = 0.15;
  private static final double DEFAULT_UNNAMED = 0.5;
  private static final double SLACK = 1.5;
  private static final int ATTEMPTS = 200;
  private static final int SAMPLES = 4_000;
  private static final long SAMPLE_SEED = 20_240_101;

  /** The nodes of one class in one partition. */
  private record Place(Partition partition, int nodes) {
    int largest() {
      return Math.min(nodes, partition.maxNodes());
    }

    boolean permits(int count, double seconds) {
      return partition.minNodes() <= count
          && count <= largest()
          && seconds <= partition.maxSeconds();
    }
  }

  /** A class of nodes with its requests and the probability of its applications. */
  private record Source(RequestModel requests, List<Place> places, int nodes, double weight) {}

  private final Machine machine;
  private final Shapes shapes;
  private final List<Source> sources = new ArrayList<>();
  private final double weights;
  private final int nodes;

  /**
   * The applications of {@code machine}.
   *
   * @throws IllegalArgumentException if none can run
   */
  NodeApplications(Machine machine) {
    this.machine = machine;
    shapes = new Shapes(machine);
    for (int kind = 0; kind < machine.classes().size(); kind++) {
      Source source = source(kind);
      if (source != null) {
        sources.add(source);
      }
    }
    if (sources.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot generate jobs for a machine of "
              + machine
              + ": no partition is up with nodes that a job may use");
    }
    weights = sources.stream().mapToDouble(Source::weight).sum();
    nodes = sources.stream().mapToInt(Source::nodes).sum();
  }

  private @Nullable Source source(int kind) {
    List<Place> places = new ArrayList<>();
    boolean[] used = new boolean[machine.nodes()];
    int inUse = 0;
    for (int i = 0; i < machine.partitions().size(); i++) {
      Partition partition = machine.partitions().get(i);
      int count = 0;
      for (int node : machine.nodesOf(i)) {
        if (partition.up() && machine.classOf(node) == kind) {
          count++;
          inUse += used[node] ? 0 : 1;
          used[node] = true;
        }
      }
      if (count >= partition.minNodes()) {
        places.add(new Place(partition, count));
      }
    }
    if (places.isEmpty()) {
      return null;
    }
    int largest = places.stream().mapToInt(Place::largest).max().orElse(1);
    NodeClass node = machine.classes().get(kind);
    RequestModel requests = new RequestModel(node, largest, machine.classes());
    Source unweighted = new Source(requests, List.copyOf(places), inUse, 1);
    double work = meanWork(unweighted);
    return work > 0 ? new Source(requests, List.copyOf(places), inUse, inUse / work) : null;
  }

  /** The mean work of a source in node-seconds, 0 if no application can run. */
  private double meanWork(Source source) {
    SplittableRandom random = new SplittableRandom(SAMPLE_SEED);
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
      Application sample = draw(source, 1, 1, random);
      if (sample == null) {
        return 0;
      }
      sum += sample.held() * sample.typicalRuntime();
    }
    return sum / SAMPLES;
  }

  @Override
  public double capacity() {
    return nodes;
  }

  @Override
  public Application draw(int number, int user, SplittableRandom random) {
    double share = random.nextDouble() * weights;
    Application drawn = null;
    while (drawn == null) { // each source has been drawn from before
      int chosen = 0;
      double before = 0;
      while (chosen < sources.size() - 1 && share >= before + sources.get(chosen).weight()) {
        before += sources.get(chosen++).weight();
      }
      drawn = draw(sources.get(chosen), number, user, random);
    }
    return drawn;
  }

  private @Nullable Application draw(Source source, int number, int user, SplittableRandom random) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      RequestModel.Draw drawn = source.requests().draw(random);
      List<Place> chosen = places(source, drawn, random);
      if (!chosen.isEmpty()) {
        int longest =
            chosen.stream().mapToInt(place -> place.partition().maxSeconds()).max().orElse(1);
        longest = Math.min(longest, TsafrirEstimates.LONGEST_SECONDS);
        boolean whole = chosen.stream().anyMatch(place -> place.partition().exclusive());
        drawn.builder().partitions(names(chosen, random));
        Application application =
            new Application(
                number,
                user,
                drawn.builder().build().cpus(),
                Math.min(drawn.runtime(), longest),
                whole ? drawn.nodes() : drawn.held(),
                longest,
                drawn.builder().build());
        if (shapes.of(drawn.builder().build(), longest).isPossible()) {
          return application;
        }
      }
    }
    return null;
  }

  private List<Place> places(Source source, RequestModel.Draw drawn, SplittableRandom random) {
    List<Place> possible =
        new ArrayList<>(
            source.places().stream()
                .filter(place -> place.permits(drawn.nodes(), SLACK * drawn.runtime()))
                .toList());
    if (possible.isEmpty()) {
      return source.places().stream()
          .filter(place -> place.permits(drawn.nodes(), 1))
          .max(Comparator.comparingInt(place -> place.partition().maxSeconds()))
          .map(List::of)
          .orElse(List.of());
    }
    List<Place> chosen = new ArrayList<>();
    chosen.add(takeOne(possible, random));
    if (random.nextDouble() < TWO_PARTITIONS && !possible.isEmpty()) {
      chosen.add(takeOne(possible, random));
    }
    return chosen;
  }

  private static Place takeOne(List<Place> from, SplittableRandom random) {
    int left = (int) (random.nextDouble() * from.stream().mapToInt(Place::nodes).sum());
    int chosen = 0;
    while (left >= from.get(chosen).nodes()) {
      left -= from.get(chosen++).nodes();
    }
    return from.remove(chosen);
  }

  /** The names to write; none for half of the applications in the default partition. */
  private List<String> names(List<Place> chosen, SplittableRandom random) {
    String preset = machine.partitions().get(machine.defaultPartition()).name();
    boolean inDefault = chosen.size() == 1 && chosen.get(0).partition().name().equals(preset);
    return inDefault && random.nextDouble() < DEFAULT_UNNAMED
        ? List.of()
        : chosen.stream().map(place -> place.partition().name()).toList();
  }
}
