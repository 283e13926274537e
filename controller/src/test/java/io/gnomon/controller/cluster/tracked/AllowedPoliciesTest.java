package io.gnomon.controller.cluster.tracked;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.sim.search.LimitRange;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedPoliciesTest {
  private final AllowedPolicies allowance =
      AllowedPolicies.of(
          new Capabilities(
              List.of(
                  new PolicyCapability(
                      "multi-queue",
                      List.of(new ParameterRange("partitions", 1.0, 3.0, List.of()))),
                  new PolicyCapability(
                      "easy",
                      List.of(
                          new ParameterRange("order", null, null, List.of("arrival", "shortest")))),
                  new PolicyCapability(
                      "easy",
                      List.of(
                          new ParameterRange("order", null, null, List.of("shortest")),
                          new ParameterRange("length", null, null, List.of("expected")),
                          new ParameterRange("weight", 1e-9, 1e-8, List.of()))),
                  new PolicyCapability(
                      "slack", List.of(new ParameterRange("factor", null, null, List.of()))),
                  new PolicyCapability(
                      "slurm",
                      List.of(
                          new ParameterRange("PriorityWeightQOS", 0.0, 50_000.0, List.of()),
                          new ParameterRange(
                              "PriorityFavorSmall", null, null, List.of("NO", "YES"))))),
              false,
              false,
              false));

  @ParameterizedTest
  @CsvSource({
    "'multi-queue(partitions=3)', true",
    "'multi-queue(partitions=4)', false",
    "'multi-queue(partitions=2, boundaries=3600/7200)', true",
    "easy, true",
    "'easy(order=shortest)', true",
    "'easy(order=widest)', false",
    "'easy(order=shortest, head=order)', false",
    "'easy(order=shortest, seed=7)', true",
    "'easy(length=expected, order=shortest)', true",
    "'easy(length=expected, order=smallest-area)', false",
    "'slack(factor=9)', true",
    "'slack(factor=9, heuristic=dp)', false",
    "conservative, false",
    "'slurm(PriorityWeightQOS=15000)', true", // PriorityFavorSmall is as the site has it
    "'slurm(PriorityFavorSmall=YES)', true",
    "'slurm(PriorityWeightQOS=60000)', false",
  })
  void onlyWhatTheSchedulerHasDeclaredIsTried(String spec, boolean allowed) {
    assertThat(allowance.allows(Spec.parse(spec))).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({"order, true, false", "'', true, true"})
  void noJobHasAReservationOnlyWhereThatIsDeclared(String heads, boolean first, boolean none) {
    List<String> words = heads.isEmpty() ? List.of() : List.of(heads);
    AllowedPolicies easy =
        AllowedPolicies.of(
            new Capabilities(
                List.of(
                    new PolicyCapability(
                        "easy",
                        List.of(
                            new ParameterRange("order", null, null, List.of()),
                            new ParameterRange("head", null, null, words)))),
                false,
                false,
                false));

    assertThat(easy.allows(Spec.parse("easy(head=order, order=wfp3)"))).isEqualTo(first);
    assertThat(easy.allows(Spec.parse("easy(head=none, order=wfp3)"))).isEqualTo(none);
    assertThat(easy.allows(Spec.parse("easy(head=order, order=wfp3, wide=33)"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"'multi-queue(partitions=40, boundaries=60)', true", "'easy(order=shortest)', false"})
  void whereNoParameterIsNamedOnlyPartitionsAreFree(String spec, boolean allowed) {
    AllowedPolicies plain =
        AllowedPolicies.of(
            new Capabilities(
                List.of(
                    new PolicyCapability("multi-queue", List.of()),
                    new PolicyCapability("easy", List.of())),
                false,
                false,
                false));

    assertThat(plain.allows(Spec.parse(spec))).isEqualTo(allowed);
  }

  @Test
  void limitsAreThoseThatAreDeclaredWithARange() {
    AllowedPolicies declared =
        AllowedPolicies.of(
            new Capabilities(
                List.of(
                    new PolicyCapability(
                        "slurm",
                        List.of(
                            new ParameterRange("PriorityWeightQOS", 0.0, 9.0, List.of()),
                            new ParameterRange("qos.normal.MaxJobsPU", 4.0, 32.0, List.of()),
                            new ParameterRange("qos.high.MaxJobsPU", null, 32.0, List.of()),
                            new ParameterRange("qos.high.Priority", 1.2, 1.8, List.of())))),
                false,
                false,
                false));
    assertThat(declared.limits()).containsExactly(new LimitRange("qos.normal.MaxJobsPU", 4, 32));
    assertThat(declared.allows(Spec.parse("slurm(qos.normal.MaxJobsPU=32)"))).isTrue();
    assertThat(declared.allows(Spec.parse("slurm(qos.normal.MaxJobsPU=33)"))).isFalse();
    assertThat(declared.allows(Spec.parse("slurm(qos.normal.Priority=5)"))).isFalse();
  }
}
