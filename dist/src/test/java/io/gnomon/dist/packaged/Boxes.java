package io.gnomon.dist.packaged;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Network.Ipam;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.MountableFile;

/**
 * A broker and the controller's image in containers on a network of their own, at fixed addresses,
 * so that nothing but the network itself is needed to find one another.
 */
final class Boxes implements AutoCloseable {
  /** One of the two. */
  enum Box {
    BROKER("10"),
    CONTROLLER("11");

    private final String host;

    Box(String host) {
      this.host = host;
    }

    private String address() {
      return SUBNET + host;
    }
  }

  private static final String SUBNET = "172.30.9.";
  private static final int PORT = 9092;
  private static final String ENTRY = "java";

  private final DockerClient docker = DockerClientFactory.instance().client();
  private final Map<Box, GenericContainer<?>> boxes = new EnumMap<>(Box.class);
  private final Network network =
      Network.builder()
          .createNetworkCmdModifier(
              command ->
                  command.withIpam(
                      new Ipam().withConfig(new Ipam.Config().withSubnet(SUBNET + "0/24"))))
          .build();

  /** Loads the image that the build has made. */
  Boxes(Path image) throws IOException {
    try (InputStream tar = Files.newInputStream(image)) {
      docker.loadImageCmd(tar).exec();
    }
  }

  /** Where clients on this machine find the broker. */
  String bootstrapServers() {
    return Box.BROKER.address() + ":" + PORT;
  }

  /** Starts the broker from the libraries of this test, in the same image. */
  @SuppressWarnings("resource") // closed with all others
  void startBroker(String name, Path libraries) throws IOException {
    String classPath = collect(libraries, "/broker");
    start(
        Box.BROKER,
        box(Box.BROKER, name)
            .withCopyToContainer(MountableFile.forHostPath(libraries, 0755), "/broker")
            .withCreateContainerCmdModifier(command -> command.withEntrypoint(ENTRY))
            .withCommand(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                BrokerMain.class.getName(),
                Box.BROKER.address(),
                String.valueOf(PORT)));
  }

  /** Starts the controller as the image has it. */
  @SuppressWarnings("resource") // closed with all others
  void startController(String name, String... settings) {
    List<String> flags = new ArrayList<>();
    flags.add("--set=kafka.bootstrap.servers=" + bootstrapServers());
    flags.add("--set=http.host=0.0.0.0");
    flags.add("--set=http.tls-terminated=true");
    for (String setting : settings) {
      flags.add("--set=" + setting);
    }
    start(
        Box.CONTROLLER,
        box(Box.CONTROLLER, name)
            .withCreateContainerCmdModifier(
                command -> command.getHostConfig().withReadonlyRootfs(true))
            .withTmpFs(Map.of("/tmp", "rw,exec"))
            .withCommand(flags.toArray(String[]::new)));
  }

  private GenericContainer<?> box(Box box, String image) {
    return new GenericContainer<>(image)
        .withImagePullPolicy(name -> false)
        .withNetwork(network)
        .withStartupTimeout(Duration.ofSeconds(60))
        .withCreateContainerCmdModifier(command -> command.withIpv4Address(box.address()));
  }

  private void start(Box box, GenericContainer<?> container) {
    boxes.put(box, container);
    container.start();
  }

  private String id(Box box) {
    return boxes.get(box).getContainerId();
  }

  void pause(Box box) {
    docker.pauseContainerCmd(id(box)).exec();
  }

  void unpause(Box box) {
    docker.unpauseContainerCmd(id(box)).exec();
  }

  void disconnect(Box box) {
    docker
        .disconnectFromNetworkCmd()
        .withContainerId(id(box))
        .withNetworkId(network.getId())
        .exec();
  }

  void connect(Box box) {
    docker
        .connectToNetworkCmd()
        .withContainerId(id(box))
        .withNetworkId(network.getId())
        .withContainerNetwork(
            new ContainerNetwork()
                .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(box.address())))
        .exec();
  }

  void restart(Box box) {
    docker.restartContainerCmd(id(box)).withTimeout(25).exec();
  }

  /** What both have printed, for when the reason is sought. */
  String logs() {
    StringBuilder logs = new StringBuilder();
    boxes.forEach((box, container) -> logs.append(box).append('\n').append(container.getLogs()));
    return logs.toString();
  }

  @Override
  public void close() {
    boxes.values().forEach(GenericContainer::stop);
    network.close();
  }

  /**
   * Collects this test's libraries in one folder; the class path that they make in {@code home}.
   */
  private static String collect(Path folder, String home) throws IOException {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> entries = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator)) {
      Path source = Path.of(entry);
      if (Files.exists(source)) {
        String name = entries.size() + "-" + source.getFileName();
        copy(source, folder.resolve(name));
        entries.add(home + "/" + name);
      }
    }
    return String.join(":", entries);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
