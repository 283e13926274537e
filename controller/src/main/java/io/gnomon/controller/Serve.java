package io.gnomon.controller;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.config.ConfigOptions;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.kafka.topic.TopicCreation;
import io.gnomon.events.signature.SecretFile;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code serve}: runs the controller with your Kafka until it is stopped. */
@Command(
    name = "gnomon serve",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = "Run the controller with your Kafka.",
    footerHeading = "%nConfiguration keys, for the file or --set, with their defaults:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:stopped", "1:failed", "2:wrong usage"})
public final class Serve implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
  private static final int GRACE_SECONDS = 20;

  @Mixin private final ConfigOptions config = new ConfigOptions();

  @Option(
      names = "--create-topics",
      description =
          "Create the topics that do not exist, with the settings of docs/install.md, and start.")
  private boolean createTopics;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** Creates the command with its help and error handling. */
  public static CommandLine commandLine() {
    CommandLine line = Commands.prepare(new CommandLine(new Serve()));
    line.getCommandSpec().usageMessage().footer(ControllerKeys.ALL.help());
    return line;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, TimeoutException {
    ControllerConfig settings;
    try {
      EffectiveConfiguration loaded = config.load(ControllerKeys.ALL).load();
      loaded.effective().forEach(line -> LOG.info("{}", line));
      settings = ControllerKeys.read(loaded);
      for (Path secret : ControllerKeys.secretFiles(loaded)) {
        String weakness = SecretFile.weakness(secret);
        if (weakness != null) {
          LOG.warn("{}", weakness);
        }
      }
    } catch (InvalidConfigException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    if (createTopics) {
      TopicNames names = new TopicNames(settings.kafka().prefix());
      for (NewTopic topic : TopicCreation.createMissing(settings.kafka().properties(), names::of)) {
        LOG.info(
            "created topic {} with {} partitions, {} replicas and {}",
            topic.name(),
            topic.numPartitions(),
            topic.replicationFactor(),
            topic.configs());
      }
    }
    return serve(settings);
  }

  private static int serve(ControllerConfig settings)
      throws InterruptedException, TimeoutException {
    Vertx vertx = Vertx.vertx();
    CountDownLatch stop = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    AtomicReference<Throwable> problem = new AtomicReference<>();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  try {
                    if (!stopped.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
                      LOG.warn("Gnomon did not stop within {} s", GRACE_SECONDS);
                    }
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                },
                "gnomon-shutdown"));
    try {
      Controller controller =
          Controller.start(vertx, settings)
              .toCompletionStage()
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS);
      LOG.info(
          "listening on {}://{}:{}/",
          settings.http().tls() ? "https" : "http",
          settings.http().host(),
          controller.httpPort());
      controller
          .failure()
          .onSuccess(
              failure -> {
                problem.set(failure);
                stop.countDown();
              });
      stop.await();
    } catch (ExecutionException e) {
      problem.set(e.getCause());
    }
    try {
      vertx.close().toCompletionStage().toCompletableFuture().get(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      LOG.warn("stopping failed", e.getCause());
    } finally {
      stopped.countDown();
    }
    if (problem.get() != null) {
      LOG.error(
          "gnomon serve failed: {}", String.valueOf(problem.get().getMessage()), problem.get());
      return 1;
    }
    return 0;
  }
}
