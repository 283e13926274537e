package io.gnomon.dist.packaged;

import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A broker as a process of its own, for a container: its address and port are the arguments. */
final class BrokerMain {
  private BrokerMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    EmbeddedKafka kafka =
        EmbeddedKafka.start(Path.of("/tmp/kafka"), arguments[0], Integer.parseInt(arguments[1]));
    Runtime.getRuntime().addShutdownHook(new Thread(kafka::stop, "broker-stop"));
    new CountDownLatch(1).await();
  }
}
