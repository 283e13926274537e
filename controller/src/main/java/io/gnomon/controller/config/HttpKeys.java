package io.gnomon.controller.config;

import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.config.Key;
import io.gnomon.config.ValueType;
import io.gnomon.config.ValueTypes;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.CredentialSource;
import io.gnomon.controller.http.access.Network;
import io.gnomon.controller.http.replica.ReplicaAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of the HTTP server, and its settings. */
public final class HttpKeys {
  static final Key<String> HOST =
      Key.of("http.host", ValueTypes.text(), "127.0.0.1", "address to listen on");
  static final Key<Integer> PORT =
      Key.of(
          "http.port", ValueTypes.wholeNumber(0, 65_535), "8080", "port to listen on; 0: any free");

  static final Key<Optional<ReplicaAddress>> ADVERTISED_ADDRESS =
      Key.of(
          "http.advertised-address",
          ValueType.of("HOST or HOST:PORT", ReplicaAddress::parse).optional(),
          "",
          "where other replicas reach this one; without a port: `http.port`");

  /** The file of operators. */
  public static final Key<Optional<Path>> OPERATORS_FILE =
      Key.of(
          "http.operators-file",
          ValueTypes.readableFile().optional(),
          "",
          "YAML file of operators, `NAME: TOKEN` lines");

  static final Key<ReadAccess> READ_ACCESS =
      Key.of(
          "http.read-access",
          ValueTypes.constant(ReadAccess.class),
          "open",
          "what reading and simulations on request need: nothing, or a token");
  static final Key<List<String>> ALLOWED_HOSTS =
      Key.of(
          "http.allowed-hosts",
          HttpTypes.HOSTS,
          "",
          "names under which browsers and proxies reach the controller");
  static final Key<List<String>> FRAME_ANCESTORS =
      Key.of(
          "http.frame-ancestors",
          HttpTypes.ORIGINS,
          "",
          "portals that may show the page of a job, `job.html`, in a frame");
  static final Key<List<Network>> TRUSTED_PROXIES =
      Key.of(
          "http.trusted-proxies",
          HttpTypes.NETWORKS,
          "",
          "proxies whose `X-Forwarded-For` names the client");

  static final Key<Optional<String>> USER_HEADER =
      Key.of(
          "http.user-header",
          HttpTypes.HEADER.optional(),
          "",
          "header in which a trusted proxy names a user, who sees their own jobs only");

  /** The file of the certificate chain. */
  public static final Key<Optional<Path>> TLS_CERTIFICATE =
      Key.of(
          "http.tls-certificate",
          ValueTypes.readableFile().optional(),
          "",
          "PEM file of the certificate chain");

  /** The file of the certificate's private key. */
  public static final Key<Optional<Path>> TLS_KEY =
      Key.of(
          "http.tls-key",
          ValueTypes.readableFile().optional(),
          "",
          "PEM file of the certificate's private key");

  static final Key<Boolean> TLS_TERMINATED =
      Key.of(
          "http.tls-terminated",
          ValueTypes.flag(),
          "false",
          "whether a proxy terminates TLS; needed to listen beyond loopback without a"
              + " certificate");
  static final Key<Integer> MAX_BODY_SIZE =
      Key.of(
          "http.max-body-size",
          ValueTypes.wholeNumber(1024, 16_777_216),
          "65536",
          "largest request body in bytes");
  static final Key<Integer> MAX_CONNECTIONS =
      Key.of(
          "http.max-connections",
          ValueTypes.wholeNumber(1, 100_000),
          "512",
          "most open connections; one more closes the longest idle one");
  static final Key<Duration> REQUEST_TIMEOUT =
      Key.of(
          "http.request-timeout",
          ValueTypes.wholeSeconds("1s", "1h"),
          "30s",
          "time to send a request, to answer it, to stay idle, or to read an answer");
  static final Key<Integer> MAX_STREAMS =
      Key.of(
          "http.max-streams",
          ValueTypes.wholeNumber(0, 10_000),
          "64",
          "most live streams; one more closes one of the client with the most");

  /** The keys, in the order of the documentation. */
  static final List<Key<?>> ALL =
      List.of(
          HOST,
          PORT,
          ADVERTISED_ADDRESS,
          ALLOWED_HOSTS,
          FRAME_ANCESTORS,
          TRUSTED_PROXIES,
          USER_HEADER,
          OPERATORS_FILE,
          READ_ACCESS,
          TLS_CERTIFICATE,
          TLS_KEY,
          TLS_TERMINATED,
          MAX_BODY_SIZE,
          MAX_CONNECTIONS,
          REQUEST_TIMEOUT,
          MAX_STREAMS);

  private HttpKeys() {}

  /**
   * Returns the settings of the HTTP server.
   *
   * @throws InvalidConfigException if values of several keys do not fit together, or the operators
   *     file cannot be used
   */
  static HttpSettings read(EffectiveConfiguration config) {
    Optional<Path> certificate = config.get(TLS_CERTIFICATE);
    Optional<Path> key = config.get(TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidConfigException(
          TLS_CERTIFICATE + " and " + TLS_KEY + " must both be set, to use TLS, or neither");
    }
    return new HttpSettings(
        config.get(HOST),
        config.get(PORT),
        certificate.orElse(null),
        key.orElse(null),
        access(config, certificate.isPresent()),
        new HttpSettings.Limits(
            config.get(MAX_BODY_SIZE),
            config.get(MAX_CONNECTIONS),
            ControllerKeys.seconds(config, REQUEST_TIMEOUT),
            config.get(MAX_STREAMS),
            HttpSettings.Limits.ASK_SECONDS),
        config.get(ADVERTISED_ADDRESS).orElse(null),
        config.printable());
  }

  private static HttpSettings.Access access(EffectiveConfiguration config, boolean tls) {
    String host = config.get(HOST);
    boolean terminated = config.get(TLS_TERMINATED);
    if (!tls && !terminated && !isLoopback(host)) {
      throw new InvalidConfigException(
          HOST
              + " is '"
              + host
              + "', which other machines can reach, and TLS is off, so tokens would be sent in the"
              + " clear. Set "
              + TLS_CERTIFICATE
              + " and "
              + TLS_KEY
              + ", or set "
              + TLS_TERMINATED
              + " to true if something in front terminates TLS");
    }
    CredentialSource source =
        config
            .get(OPERATORS_FILE)
            .map(file -> (CredentialSource) () -> OperatorsFile.read(file))
            .orElse(List::of);
    List<Credential> credentials = source.read();
    boolean tokenToRead = config.get(READ_ACCESS) == ReadAccess.TOKEN;
    if (tokenToRead && credentials.isEmpty()) {
      throw new InvalidConfigException(
          READ_ACCESS
              + " is 'token', but there are no tokens; set "
              + OPERATORS_FILE
              + " to a file with at least one");
    }
    Optional<String> userHeader = config.get(USER_HEADER);
    if (userHeader.isPresent() && config.get(TRUSTED_PROXIES).isEmpty()) {
      throw new InvalidConfigException(
          USER_HEADER
              + " is set, but no proxy is trusted to send it; set "
              + TRUSTED_PROXIES
              + " to the addresses of the proxies that remove this header from what they receive");
    }
    boolean open = !tokenToRead && userHeader.isEmpty();
    if (open && credentials.stream().anyMatch(one -> one.user().seesOwnJobsOnly())) {
      throw new InvalidConfigException(
          OPERATORS_FILE
              + " has a token of the role user, but everybody may read all; set "
              + READ_ACCESS
              + " to token");
    }
    return new HttpSettings.Access(
        credentials,
        source,
        tokenToRead,
        config.get(ALLOWED_HOSTS),
        config.get(TRUSTED_PROXIES),
        config.get(FRAME_ANCESTORS),
        userHeader.orElse(null));
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
