package io.gnomon.controller.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.ControllerConfig;
import io.gnomon.controller.cluster.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("gnomon.yaml"), text);
  }

  @Test
  void flagsWinOverTheEnvironmentAndThatOverTheFile() throws IOException {
    ConfigLoader loader =
        new ConfigLoader()
            .file(file("tuning:\n  threshold: 20\n  mode: apply\n  horizon: 1w\n"))
            .environment(Map.of("GNOMON_TUNING_THRESHOLD", "30", "GNOMON_TUNING_MODE", "approve"))
            .flag("tuning.threshold=40");

    ControllerConfig config = loader.build();

    assertThat(config.control().tuning().threshold()).isEqualTo(40);
    assertThat(config.control().mode()).isEqualTo(Mode.APPROVE);
    assertThat(config.control().tuning().horizonSeconds()).isEqualTo(604_800);
  }

  @Test
  void startsHarmless() {
    ControllerConfig config = new ConfigLoader().build();
    assertThat(config.control().mode()).isEqualTo(Mode.RECOMMEND);
    assertThat(config.host()).isEqualTo("127.0.0.1");
  }

  @Test
  void namesTheFileTheKeyTheValueAndWhatIsAllowed() throws IOException {
    Path bad = file("tuning:\n  threshold: 0.5\n");
    assertThatThrownBy(() -> new ConfigLoader().file(bad))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContainingAll("gnomon.yaml", "tuning.threshold", "'0.5'", "from 1 to");
  }

  @Test
  void refusesAnUnknownKeyAndListsTheKnownOnes() throws IOException {
    Path bad = file("tuning:\n  treshold: 5\n");
    assertThatThrownBy(() -> new ConfigLoader().file(bad))
        .hasMessageContainingAll("tuning.treshold", "tuning.threshold");
  }

  @Test
  void passesClientPropertiesThroughAndHidesSecrets() {
    ConfigLoader loader =
        new ConfigLoader()
            .flag("kafka.client.security.protocol=SASL_SSL")
            .flag("kafka.client.ssl.keystore.password=hunter2");

    assertThat(loader.build().kafka()).containsEntry("ssl.keystore.password", "hunter2");
    assertThat(loader.effective())
        .contains("kafka.client.security.protocol = SASL_SSL")
        .noneMatch(line -> line.contains("hunter2"));
  }

  @Test
  void everyDefaultIsAllowed() {
    for (Key key : Key.values()) {
      key.check(key.fallback(), "default");
    }
  }
}
