package io.gnomon.controller.config;

import io.gnomon.config.Configuration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.config.KafkaKeys;
import io.gnomon.config.Key;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.CredentialSource;
import io.gnomon.controller.notification.Channel;
import io.gnomon.controller.notification.NotificationSettings;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Assembles the controller's settings from its configuration. */
public final class ConfigAssembler {
  private final Configuration config;

  private ConfigAssembler(Configuration config) {
    this.config = config;
  }

  /**
   * Returns the controller's settings.
   *
   * @throws InvalidConfigException if values of several keys do not fit together, or the operators
   *     file cannot be used
   * @throws IllegalArgumentException if the key file cannot be used
   */
  public static ControllerConfig assemble(Configuration config) {
    return new ConfigAssembler(config).controller();
  }

  private ControllerConfig controller() {
    return new ControllerConfig(
        config.kafka(),
        config.get(KafkaKeys.TOPICS_PREFIX),
        config.get(ControllerKeys.GROUP),
        http(),
        config.get(ControllerKeys.STUDY_THREADS),
        config.get(ControllerKeys.STUDY_TIME_LIMIT),
        config.get(ControllerKeys.CHECKPOINT_INTERVAL),
        new ControllerConfig.ClusterLimits(
            config.get(ControllerKeys.CLUSTERS_MAX),
            config.get(ControllerKeys.CLUSTERS_ALLOWED),
            config.get(ControllerKeys.CLUSTERS_SILENCE)),
        new ControlSettings(
            config.get(ControllerKeys.MODE), seconds(ControllerKeys.COMMAND_EXPIRY), tuning()),
        signing(),
        alerts(),
        config.get(ControllerKeys.TRACE_OTLP).orElse(null));
  }

  private ControllerConfig.Signing signing() {
    Optional<SigningKeys> keys = config.get(KafkaKeys.COMMANDS_KEY_FILE).map(SigningKeys::read);
    boolean events = config.get(ControllerKeys.SIGNED_EVENTS);
    if (events && keys.isEmpty()) {
      throw new InvalidConfigException(
          ControllerKeys.SIGNED_EVENTS
              + " is true, but there is no key to verify events with; set "
              + KafkaKeys.COMMANDS_KEY_FILE
              + " to a copy of the bridge's key file");
    }
    return new ControllerConfig.Signing(keys.orElse(null), events);
  }

  private NotificationSettings alerts() {
    EnumMap<Channel, URI> receivers = new EnumMap<>(Channel.class);
    config.get(ControllerKeys.ALERT_WEBHOOK).ifPresent(at -> receivers.put(Channel.WEBHOOK, at));
    config.get(ControllerKeys.ALERT_SLACK).ifPresent(at -> receivers.put(Channel.SLACK, at));
    config
        .get(ControllerKeys.ALERT_ALERTMANAGER)
        .ifPresent(at -> receivers.put(Channel.ALERTMANAGER, at));
    return NotificationSettings.of(
        receivers,
        config.get(ControllerKeys.ALERT_TOKEN).orElse(null),
        config.get(ControllerKeys.ALERT_QUEUE_CAPACITY));
  }

  private HttpSettings http() {
    Optional<Path> certificate = config.get(ControllerKeys.TLS_CERTIFICATE);
    Optional<Path> key = config.get(ControllerKeys.TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidConfigException(
          ControllerKeys.TLS_CERTIFICATE
              + " and "
              + ControllerKeys.TLS_KEY
              + " must both be set, to use TLS, or neither");
    }
    return new HttpSettings(
        config.get(ControllerKeys.HTTP_HOST),
        config.get(ControllerKeys.HTTP_PORT),
        certificate.orElse(null),
        key.orElse(null),
        access(certificate.isPresent()),
        new HttpSettings.Limits(
            config.get(ControllerKeys.MAX_BODY_SIZE),
            config.get(ControllerKeys.MAX_CONNECTIONS),
            seconds(ControllerKeys.REQUEST_TIMEOUT),
            config.get(ControllerKeys.MAX_STREAMS)),
        config.printable());
  }

  private HttpSettings.Access access(boolean tls) {
    String host = config.get(ControllerKeys.HTTP_HOST);
    boolean terminated = config.get(ControllerKeys.TLS_TERMINATED);
    if (!tls && !terminated && !isLoopback(host)) {
      throw new InvalidConfigException(
          ControllerKeys.HTTP_HOST
              + " is '"
              + host
              + "', which other machines can reach, and TLS is off, so tokens would be sent in the"
              + " clear. Set "
              + ControllerKeys.TLS_CERTIFICATE
              + " and "
              + ControllerKeys.TLS_KEY
              + ", or set "
              + ControllerKeys.TLS_TERMINATED
              + " to true if something in front terminates TLS");
    }
    CredentialSource source =
        config
            .get(ControllerKeys.OPERATORS_FILE)
            .map(file -> (CredentialSource) () -> OperatorsFile.read(file))
            .orElse(List::of);
    List<Credential> credentials = source.read();
    boolean tokenToRead = config.get(ControllerKeys.READ_ACCESS) == ReadAccess.TOKEN;
    if (tokenToRead && credentials.isEmpty()) {
      throw new InvalidConfigException(
          ControllerKeys.READ_ACCESS
              + " is 'token', but there are no tokens; set "
              + ControllerKeys.OPERATORS_FILE
              + " to a file with at least one");
    }
    return new HttpSettings.Access(
        credentials,
        source,
        tokenToRead,
        config.get(ControllerKeys.ALLOWED_HOSTS),
        config.get(ControllerKeys.TRUSTED_PROXIES));
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  private TuneSettings tuning() {
    GuardRails rails =
        new GuardRails(
            seconds(ControllerKeys.WARM_UP),
            config.get(ControllerKeys.MIN_GAIN),
            config.get(ControllerKeys.SIGNIFICANCE),
            seconds(ControllerKeys.COOLDOWN),
            seconds(ControllerKeys.DWELL),
            config.get(ControllerKeys.MAX_CHANGES_PER_DAY));
    return new TuneSettingsBuilder(config.get(ControllerKeys.SEARCH), cadence())
        .threshold(config.get(ControllerKeys.THRESHOLD))
        .period(config.get(ControllerKeys.PERIOD))
        .horizon(config.get(ControllerKeys.HORIZON))
        .maxPartitions(config.get(ControllerKeys.MAX_PARTITIONS))
        .arrivals(config.get(ControllerKeys.ARRIVALS))
        .runtimes(config.get(ControllerKeys.RUNTIMES))
        .objective(config.get(ControllerKeys.OBJECTIVE))
        .guards(config.get(ControllerKeys.GUARDS))
        // policies that a scheduler cannot use are left out when it declares its capabilities
        .capabilities(EnumSet.allOf(PolicyLibrary.Need.class))
        .rails(rails)
        .fidelity(
            new FidelitySettings(
                FidelitySettings.SPAN_SECONDS,
                config.get(ControllerKeys.FIDELITY_JOBS),
                config.get(ControllerKeys.FIDELITY_ERROR)))
        .build()
        .reviewed();
  }

  private Cadence cadence() {
    Cadence cadence = config.get(ControllerKeys.CADENCE);
    if (cadence == Cadence.DURABLE && config.get(ControllerKeys.SEARCH) != Search.LIBRARY) {
      throw new InvalidConfigException(
          ControllerKeys.CADENCE
              + " is 'durable', but "
              + ControllerKeys.SEARCH
              + " is 'partitions', which has no backtests; leave "
              + ControllerKeys.CADENCE
              + " out, or set "
              + ControllerKeys.SEARCH
              + " to library");
    }
    return cadence;
  }

  /** Returns the value of a key in seconds; all such values fit an int. */
  private int seconds(Key<Duration> key) {
    return Math.toIntExact(config.get(key).getSeconds());
  }
}
