package io.gnomon.bridge.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gnomon.bridge.slurm.accounting.AccountingReader;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmSource;
import io.gnomon.bridge.slurm.client.SwitchRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With an HTTP server in place of slurmrestd. */
class RestSourceTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Map<String, String> TREE = Map.of("TopologyPlugin", "topology/tree");
  private static final String DIAG =
      "{\"statistics\":{\"server_thread_count\":3,\"bf_cycle_counter\":20,\"bf_cycle_mean\":700,"
          + "\"bf_depth_mean_try\":5},\"errors\":[]}";

  @TempDir private Path folder;
  private HttpServer server;
  private int status = 200;
  private String body = DIAG;
  private String token = "";

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          token = exchange.getRequestHeaders().getFirst("X-SLURM-USER-TOKEN");
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private RestSource source(Duration limit) throws IOException {
    Path file = folder.resolve("token");
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, "SLURM_JWT=a.b-c_d\n");
    }
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    return new RestSource(RestAddress.parse(address), file, limit, folder.resolve("slurm.conf"));
  }

  @Test
  void statisticsAreReadWithTheTokenOfTheFile() throws Exception {
    RestSource source = source(LIMIT);
    assertThat(source.load().threads()).isEqualTo(3);
    assertThat(token).isEqualTo("a.b-c_d");
    Files.writeString(folder.resolve("token"), "renewed");
    assertThat(source.backfillStatistics().orElseThrow().meanCycleMicros()).isEqualTo(700);
    assertThat(token).as("the next request").isEqualTo("renewed");
    assertThat(source.requests()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "401; Authentication failure; which may have expired",
        "404; Unable find requested URL; needs the data parser v0.0.42, which Slurm 24.11 to 26.05",
        "500; {\"errors\":[{\"description\":\"Unable to contact slurm controller\"}]};"
            + " answers with status 500: Unable to contact slurm controller",
        "200; {\"errors\":[{\"error\":\"Access denied\"}]}; reports: Access denied",
        "200; <html>; cannot read"
      })
  void whatSlurmrestdRejectsIsNamed(int answered, String text, String problem) throws Exception {
    status = answered;
    body = text;
    assertThatThrownBy(source(LIMIT)::load)
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("/slurm/v0.0.42/diag")
        .hasMessageContaining(problem);
  }

  @Test
  void aTokenThatOthersCanReadIsNotSent() throws Exception {
    RestSource source = source(LIMIT);
    Files.setPosixFilePermissions(
        folder.resolve("token"), PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(source::load).hasMessageContaining("chmod o-rw");
    assertThat(token).isEmpty();
  }

  @Test
  void settingsNeedACopyOfSlurmConf() throws Exception {
    body = "{\"meta\":{\"slurm\":{\"release\":\"24.11.5\",\"cluster\":\"site\"}},\"errors\":[]}";
    assertThatThrownBy(source(LIMIT)::settings).hasMessageContaining("copy of Slurm's slurm.conf");
    Files.writeString(folder.resolve("slurm.conf"), "SchedulerType=sched/builtin\n");
    assertThat(source(LIMIT).settings())
        .containsEntry("SLURM_VERSION", "24.11.5")
        .containsEntry("ClusterName", "site")
        .containsEntry("SchedulerType", "sched/builtin");
  }

  @Test
  void anIncludedFileThatIsMissingIsNamed() throws Exception {
    Files.writeString(folder.resolve("slurm.conf"), "Include limits.conf\n");
    assertThatThrownBy(source(LIMIT)::warnings)
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining(folder.resolve("limits.conf").toString());
  }

  @Test
  void switchesAreThoseOfTheTopologyConf() throws Exception {
    Files.writeString(folder.resolve("slurm.conf"), "TopologyPlugin=topology/tree\n");
    assertThat(source(LIMIT).records(SlurmSource.Kind.SWITCH)).isEmpty();
    assertThat(source(LIMIT).warnings()).singleElement().asString().contains("topology.conf");
    Files.writeString(
        folder.resolve("topology.conf"),
        "# racks\n  switchname=s1 \\\n nodes=n[1-2] # left\nSwitchName=s0 Switches=s1\n");
    assertThat(source(LIMIT).warnings()).isEmpty();
    assertThat(new SlurmReader(source(LIMIT), () -> Instant.EPOCH).switches(TREE))
        .containsExactly(new SwitchRecord("s1", "n[1-2]", ""), new SwitchRecord("s0", "", "s1"));
  }

  @Test
  void prioritiesOfQosAreMissingWithoutSlurmdbd() throws Exception {
    body = "{\"partitions\":[],\"shares\":{\"shares\":[]},\"errors\":[]}";
    Files.writeString(folder.resolve("slurm.conf"), "");
    SlurmReader reader = new SlurmReader(source(LIMIT), () -> Instant.EPOCH);
    assertThat(
            new AccountingReader(reader, printed -> printed, Map::of).readWithoutDatabase().notes())
        .anyMatch(note -> note.startsWith("priorities of QOS"));
  }

  @Test
  void aTokenIsNotToBeSentWithoutEncryption() throws Exception {
    Path conf = Files.writeString(folder.resolve("slurm.conf"), "");
    RestAddress address = RestAddress.parse("http://slurm:6820");
    assertThat(new RestSource(address, folder, LIMIT, conf).warnings())
        .singleElement()
        .asString()
        .contains("without encryption");
    assertThat(new RestSource(address, null, LIMIT, conf).warnings()).isEmpty();
  }

  @Test
  void aUnixSocketIsReadToItsLength() throws Exception {
    Path socket = folder.resolve("s");
    try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listening.bind(UnixDomainSocketAddress.of(socket));
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(
              () -> {
                String head = "HTTP/1.1 200 OK\r\nContent-Length: " + DIAG.length() + "\r\n\r\n";
                try (SocketChannel one = listening.accept()) {
                  one.read(ByteBuffer.allocate(4096));
                  one.write(ByteBuffer.wrap((head + DIAG).getBytes(StandardCharsets.UTF_8)));
                  one.read(ByteBuffer.allocate(1)); // it stays open until the client closes it
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      RestSource source = new RestSource(RestAddress.parse("unix:" + socket), null, LIMIT, folder);
      assertThat(source.load().threads()).isEqualTo(3);
      answered.join();
    }
  }

  @Test
  void anAddressNamesAHostOrASocket() {
    assertThat(RestAddress.parse("https://slurm:6820/").toString()).isEqualTo("https://slurm:6820");
    for (String local : List.of("localhost:6820", "localhost/prefix", "127.1.2.3", "[::1]:6820")) {
      assertThat(RestAddress.parse("http://" + local).isUnencrypted()).as(local).isFalse();
    }
    for (String other : List.of("http://slurm:6820", "http://127.attacker.example:6820")) {
      assertThat(RestAddress.parse(other).isUnencrypted()).as(other).isTrue();
    }
    assertThat(RestAddress.parse("https://slurm:6820").isUnencrypted()).isFalse();
    assertThat(RestAddress.parse("unix:/run/socket").isUnencrypted()).isFalse();
    assertThatThrownBy(() -> RestAddress.parse("slurm:6820")).hasMessage(RestAddress.ALLOWED);
  }
}
