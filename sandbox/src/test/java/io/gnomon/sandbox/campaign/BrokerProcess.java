package io.gnomon.sandbox.campaign;

import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.kafka.BrokerPorts;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.utils.Exit;
import org.jspecify.annotations.Nullable;

/**
 * A broker with Gnomon's topics as a process of its own, so that it can be killed, over any number
 * of lives with the same data and ports. It ends with the process that started it.
 */
final class BrokerProcess {
  static final String USER = "gnomon";
  static final String PASSWORD = "sundial";
  static final int PARTITIONS = 4;

  private final BrokerPorts ports;
  private final List<String> command;
  private final Path output;
  private volatile @Nullable Process process;

  /** A broker that has not been started, with its data in {@code folder}. */
  BrokerProcess(Path folder) throws IOException {
    ports = BrokerPorts.free();
    output = Path.of("target", "broker-" + ports.plain() + ".log").toAbsolutePath();
    command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:ErrorFile=" + output + ".crash",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            BrokerProcess.class.getName(),
            folder.toString(),
            Integer.toString(ports.plain()),
            Integer.toString(ports.secured()),
            Integer.toString(ports.controller()));
  }

  /** Runs the broker until standard input ends; the arguments are the folder and the ports. */
  public static void main(String[] arguments) throws IOException {
    BrokerPorts ports =
        new BrokerPorts(
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    EmbeddedKafka kafka =
        EmbeddedKafka.startSecured(
            Path.of(arguments[0]),
            ports,
            Map.of(USER, PASSWORD),
            Map.of(
                "group.min.session.timeout.ms", "1000",
                "transaction.abort.timed.out.transaction.cleanup.interval.ms", "500",
                "broker.session.timeout.ms", "2000",
                "broker.heartbeat.interval.ms", "300"));
    // a broker that cannot write ends this process
    Exit.setExitProcedure((status, message) -> Runtime.getRuntime().halt(status));
    Exit.setHaltProcedure((status, message) -> Runtime.getRuntime().halt(status));
    Runtime.getRuntime().addShutdownHook(new Thread(kafka::stop, "broker-shutdown"));
    kafka.createTopics(DemoTopics.all("gnomon", PARTITIONS));
    while (System.in.read() >= 0) {
      // the parent process only closes the stream, by ending
    }
    System.exit(0);
  }

  /** The address of the listener for clients with all rights. */
  String bootstrapServers() {
    return "127.0.0.1:" + ports.plain();
  }

  /** The address of the listener for the user {@value #USER}, whose rights are ACLs. */
  String securedServers() {
    return "127.0.0.1:" + ports.secured();
  }

  /** Starts it; it may not listen yet. */
  void start() {
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("the broker cannot be started", e);
    }
  }

  /** Ends it as SIGKILL does; completes when it has. */
  CompletableFuture<Process> kill() {
    return running().destroyForcibly().onExit();
  }

  /** Asks it to end as SIGTERM does; completes when it has. */
  CompletableFuture<Process> terminate() {
    running().destroy();
    return running().onExit();
  }

  boolean alive() {
    return running().isAlive();
  }

  private Process running() {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException("the broker has not been started");
    }
    return running;
  }
}
