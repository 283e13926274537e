package io.gnomon.controller.http.access;

import java.util.List;

/** Where credentials are read from, at the start and again while the controller runs. */
@FunctionalInterface
public interface CredentialSource {
  /**
   * Returns all credentials. May block.
   *
   * @throws io.gnomon.config.InvalidConfigException if they cannot be read or used
   */
  List<Credential> read();
}
