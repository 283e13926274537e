package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.limit.CountLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** Associations for single partitions, in any order of the rows. */
class PartitionAssociationProperties {
  private static final String HEADER = "Account|User|Partition|Share|MaxJobs\n physics|||1|\n";

  /** What a user of physics may run at once by the listing, -1 for any number. */
  private static Map<String, Long> mostJobs(List<String> rows) {
    try {
      Path file = Files.createTempFile("listing", ".txt");
      try {
        Files.writeString(file, HEADER + String.join("", rows));
        SlurmAssociations.Definitions read = SlurmAssociations.read(file);
        Map<String, Long> most = new TreeMap<>();
        for (String user : List.of("ann", "bob")) {
          read.tree()
              .find("physics", user)
              .ifPresent(
                  index ->
                      most.put(user, read.limits().get(index).of(CountLimit.JOBS).orElse(-1L)));
        }
        return most;
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String row(String user, String partition, int jobs) {
    return " physics|%s|%s|1|%d\n".formatted(user, partition, jobs);
  }

  @Example
  void theAssociationForAllPartitionsCountsAndElseThatOfTheFirstPartitionByName() {
    List<String> rows =
        List.of(
            row("ann", "gpu", 2), row("ann", "", 9), row("bob", "gpu", 3), row("bob", "batch", 4));

    assertThat(mostJobs(rows)).isEqualTo(Map.of("ann", 9L, "bob", 4L));
  }

  @Property(tries = 200)
  void theOrderOfTheRowsDoesNotMatter(@ForAll("orders") Tuple2<List<String>, List<String>> orders) {
    assertThat(mostJobs(orders.get1())).isEqualTo(mostJobs(orders.get2()));
  }

  @Provide
  Arbitrary<Tuple2<List<String>, List<String>>> orders() {
    Arbitrary<Integer> jobs = Arbitraries.integers().between(1, 9);
    List<Arbitrary<String>> all = new ArrayList<>();
    for (String user : List.of("ann", "bob")) {
      for (String partition : List.of("", "batch", "gpu")) {
        all.add(jobs.map(most -> row(user, partition, most)).injectNull(0.4));
      }
    }
    return Combinators.combine(all)
        .as(rows -> Stream.of(rows).flatMap(List::stream).filter(row -> row != null).toList())
        .flatMap(
            rows ->
                Combinators.combine(Arbitraries.shuffle(rows), Arbitraries.shuffle(rows))
                    .as(Tuple::of));
  }
}
