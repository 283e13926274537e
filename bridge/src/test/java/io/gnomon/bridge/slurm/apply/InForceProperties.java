package io.gnomon.bridge.slurm.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.AppliedSetting;
import io.gnomon.bridge.slurm.plan.AspectPlan;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.PolicyMapping;
import io.gnomon.text.SpecText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Gnomon and an administrator change Slurm in turn, and the bridge looks at any time. */
class InForceProperties {
  private static final String INITIAL = "easy";
  private static final PolicyMapping MAPPING = new PolicyMapping(SpecText.parse(INITIAL));

  private static final ChangeSettings SETTINGS =
      new ChangeSettings(true, null, "gnomon", 4, null, null, INITIAL, LimitRanges.NONE, 1);

  private static final Map<Aspect, List<String>> NAMES =
      Map.of(
          Aspect.PARTITIONS, List.of("gnomon1", "gnomon2"),
          Aspect.PARAMETERS, List.of("SchedulerParameters"),
          Aspect.PRIORITIES, List.of("PriorityWeightAge", "PriorityWeightQOS"),
          Aspect.LIMITS, List.of("qos.a.MaxJobsPU", "qos.b.Priority"));

  /** What happens next. */
  enum Kind {
    GNOMON_CHANGES,
    ADMINISTRATOR_CHANGES,
    ADMINISTRATOR_REVERTS,
    BRIDGE_LOOKS,
    BRIDGE_RESTARTS
  }

  /** Slurm, its administrator and the bridge. */
  private static final class Cluster {
    private final Random random;
    private final Path folder;
    private final Map<Aspect, Map<String, String>> slurm = new EnumMap<>(Aspect.class);
    private final Map<Aspect, Map<String, String>> site = new EnumMap<>(Aspect.class);
    private InForce inForce;
    private int values;

    Cluster(long seed, Path folder) throws IOException {
      random = new Random(seed);
      this.folder = folder;
      NAMES.forEach(
          (aspect, names) -> {
            Map<String, String> own = new HashMap<>();
            names.forEach(name -> own.put(name, aspect == Aspect.PARTITIONS ? "" : next()));
            site.put(aspect, own);
            slurm.put(aspect, new HashMap<>(own));
          });
      inForce = open();
    }

    private InForce open() throws IOException {
      return new InForce(AppliedConfiguration.file(folder), MAPPING, SETTINGS);
    }

    /** No value is used twice. */
    private String next() {
      values++;
      return Integer.toString(values);
    }

    private <T> T any(List<T> list) {
      return list.get(random.nextInt(list.size()));
    }

    void happens(Kind kind) throws IOException {
      Aspect aspect = any(List.of(Aspect.values()));
      switch (kind) {
        case GNOMON_CHANGES -> gnomonSets(random.nextInt(1 << 7), "slurm(bf_interval=60s)");
        case ADMINISTRATOR_CHANGES -> {
          String name = any(NAMES.get(aspect));
          String value = next();
          if (aspect != Aspect.PARTITIONS) {
            site.get(aspect).put(name, value);
            slurm.get(aspect).put(name, value);
          } else if (!slurm.get(aspect).get(name).isEmpty()) {
            slurm.get(aspect).put(name, value); // Gnomon's partition, not one of the site's
          }
        }
        case ADMINISTRATOR_REVERTS -> slurm.get(aspect).putAll(site.get(aspect));
        case BRIDGE_LOOKS -> look();
        case BRIDGE_RESTARTS -> inForce = open();
      }
    }

    void look() throws IOException {
      for (Aspect aspect : Aspect.values()) {
        inForce.compare(aspect, slurm.get(aspect));
      }
    }

    void gnomonSets(int which, String policy) throws IOException {
      AppliedConfiguration applied = inForce.applied();
      Map<Aspect, Map<String, AppliedSetting>> changes = new EnumMap<>(Aspect.class);
      int bit = 0;
      for (Aspect aspect : Aspect.values()) {
        Map<String, String> wanted = new HashMap<>();
        for (String name : NAMES.get(aspect)) {
          if ((which >> bit & 1) == 1) {
            wanted.put(name, next());
          }
          bit++;
        }
        Map<String, String> present = new HashMap<>(slurm.get(aspect));
        Set<String> concerned = new HashSet<>(wanted.keySet());
        concerned.addAll(applied.of(aspect).keySet());
        present.keySet().retainAll(concerned);
        Map<String, String> own =
            aspect == Aspect.PARTITIONS
                ? concerned.stream().collect(Collectors.toMap(n -> n, n -> ""))
                : AspectPlan.own(applied.of(aspect), present);
        AspectPlan plan = AspectPlan.of(wanted, own);
        slurm.get(aspect).putAll(plan.expected());
        changes.put(aspect, plan.next());
      }
      inForce.replace(
          new AppliedConfiguration(
              policy, applied.version() + 1, changes, "", null, applied.nice()));
    }
  }

  @Property(tries = 500)
  void theSitesOwnValuesAreNeverLost(
      @ForAll @Size(min = 1, max = 12) List<Kind> kinds, @ForAll long seed) throws IOException {
    Path folder = Files.createTempDirectory("gnomon-in-force");
    try {
      Cluster cluster = new Cluster(seed, folder);
      long version = cluster.inForce.applied().version();
      for (Kind kind : kinds) {
        cluster.happens(kind);
        assertThat(cluster.inForce.applied().version()).isGreaterThanOrEqualTo(version);
        version = cluster.inForce.applied().version();
        knowsTheFormerValues(cluster);
      }
      cluster.gnomonSets(0, INITIAL);
      assertThat(cluster.slurm).isEqualTo(cluster.site);
      assertThat(cluster.inForce.applied().leavesSiteUnchanged()).isTrue();
    } finally {
      Files.deleteIfExists(folder.resolve("in-force.json"));
      Files.delete(folder);
    }
  }

  /** Where Gnomon's value is in force, the site's own one is stored beside it. */
  private static void knowsTheFormerValues(Cluster cluster) {
    for (Aspect aspect : Aspect.values()) {
      cluster
          .inForce
          .applied()
          .of(aspect)
          .forEach(
              (name, set) -> {
                if (cluster.slurm.get(aspect).get(name).equals(set.value())) {
                  assertThat(set.former()).as(name).isEqualTo(cluster.site.get(aspect).get(name));
                }
              });
    }
  }
}
