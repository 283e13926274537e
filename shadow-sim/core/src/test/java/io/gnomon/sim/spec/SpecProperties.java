package io.gnomon.sim.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SpecProperties {

  @Property
  void parsesItsOwnTextForm(@ForAll("specs") Spec spec) {
    assertThat(Spec.parse(spec.toString())).isEqualTo(spec);
  }

  @Provide
  static Arbitrary<Spec> specs() {
    Arbitrary<String> words =
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .ofMinLength(1)
            .ofMaxLength(5)
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(parts -> String.join("-", parts));
    Arbitrary<String> values =
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withCharRange('A', 'Z')
            .withCharRange('0', '9')
            .withChars(".+*/:_%-")
            .ofMinLength(1)
            .ofMaxLength(9);
    Arbitrary<Map<String, String>> parameters = Arbitraries.maps(words, values).ofMaxSize(4);
    return Combinators.combine(words, parameters).as(Spec::new);
  }
}
