package io.gnomon.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.gnomon.commandline.YamlFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a YAML file of nested mappings as settings with line numbers. */
final class YamlFile {
  private final Path file;
  private final List<Setting> settings = new ArrayList<>();

  private YamlFile(Path file) {
    this.file = file;
  }

  /**
   * The settings of a file, in its order; a value that is missing counts as empty.
   *
   * @throws InvalidConfigException if the file is not YAML or does not consist of nested mappings
   * @throws IOException if the file cannot be read
   */
  static List<Setting> read(Path file) throws IOException {
    YamlFile yaml = new YamlFile(file);
    try (YAMLParser parser = new YAMLFactory().createParser(file.toFile())) {
      @Nullable JsonToken first = parser.nextToken();
      if (first == JsonToken.START_OBJECT) {
        yaml.readMapping("", parser);
      } else if (first != null && first != JsonToken.VALUE_NULL) {
        throw new InvalidConfigException(
            yaml.place(parser) + ": write keys and values, 'key: value'");
      }
    } catch (JsonProcessingException e) {
      // the parser's message is left out, as it may quote a secret
      throw new InvalidConfigException(file + " is not YAML: " + YamlFault.of(e));
    }
    return yaml.settings;
  }

  private void readMapping(String prefix, YAMLParser parser) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = prefix + parser.currentName();
      String place = place(parser);
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT) {
        readMapping(name + ".", parser);
      } else if (token == JsonToken.START_ARRAY) {
        throw new InvalidConfigException(place + ": " + name + " is a list; write one value");
      } else {
        String value = token == JsonToken.VALUE_NULL ? "" : parser.getText();
        settings.add(new Setting(place, name, value));
      }
    }
  }

  private String place(YAMLParser parser) {
    return file + ":" + parser.currentTokenLocation().getLineNr();
  }
}
