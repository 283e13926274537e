package io.gnomon.sandbox;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Random;

/** Imports run one way, as ARCHITECTURE.md draws them. */
@AnalyzeClasses(packages = "io.gnomon", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  /** Packages of shadow-sim's modules core and decide. */
  private static final String[] MODULES_OF_THE_SERVICE = {
    "io.gnomon.sim.backtest..",
    "io.gnomon.sim.cluster..",
    "io.gnomon.sim.effect..",
    "io.gnomon.sim.eligibility..",
    "io.gnomon.sim.engine..",
    "io.gnomon.sim.feedback..",
    "io.gnomon.sim.fidelity..",
    "io.gnomon.sim.forecast..",
    "io.gnomon.sim.limit..",
    "io.gnomon.sim.machine..",
    "io.gnomon.sim.metric..",
    "io.gnomon.sim.policy..",
    "io.gnomon.sim.predict..",
    "io.gnomon.sim.priority..",
    "io.gnomon.sim.scenario..",
    "io.gnomon.sim.search..",
    "io.gnomon.sim.snapshot..",
    "io.gnomon.sim.spec..",
    "io.gnomon.sim.study..",
    "io.gnomon.sim.tune..",
    "io.gnomon.sim.workload",
    "io.gnomon.sim.workload.model.."
  };

  @ArchTest
  static final ArchRule theLibraryKnowsNoService =
      noClasses()
          .that()
          .resideInAPackage("io.gnomon.sim..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.vertx..",
              "org.apache.kafka..",
              "io.gnomon.events..",
              "io.gnomon.controller..",
              "io.gnomon.bridge..",
              "io.gnomon.sandbox..");

  @ArchTest
  static final ArchRule theSimulatorKnowsNoConfiguration =
      noClasses()
          .that()
          .resideInAPackage("io.gnomon.sim..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.gnomon.config..", "io.smallrye..");

  @ArchTest
  static final ArchRule slurmsTextsDependOnTheModelOnly =
      classes()
          .that()
          .resideInAnyPackage("io.gnomon.text..", "io.gnomon.slurm..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.gnomon.text..",
              "io.gnomon.slurm..",
              "io.gnomon.model..",
              "java..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule theModelDependsOnNothing =
      classes()
          .that()
          .resideInAPackage("io.gnomon.model..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.gnomon.model..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule coreAndDecideNeedNoLibrary =
      classes()
          .that()
          .resideInAnyPackage(MODULES_OF_THE_SERVICE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.gnomon..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule configKnowsNoComponent =
      noClasses()
          .that()
          .resideInAPackage("io.gnomon.config..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.gnomon.sim..",
              "io.gnomon.events..",
              "io.gnomon.controller..",
              "io.gnomon.bridge..",
              "io.gnomon.sandbox..");

  @ArchTest
  static final ArchRule onlyConfigUsesTheConfigurationLibrary =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.gnomon.config..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.smallrye..", "org.eclipse.microprofile..");

  @ArchTest
  static final ArchRule theContractKnowsNoComponent =
      noClasses()
          .that()
          .resideInAPackage("io.gnomon.events..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.vertx..",
              "org.apache.kafka..",
              "io.gnomon.topics..",
              "io.gnomon.sim..",
              "io.gnomon.controller..",
              "io.gnomon.bridge..",
              "io.gnomon.sandbox..");

  @ArchTest
  static final ArchRule theControllerKnowsNeitherBridgeNorSandbox =
      noClasses()
          .that()
          .resideInAPackage("io.gnomon.controller..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.gnomon.bridge..", "io.gnomon.sandbox..", "kafka..");

  @ArchTest
  static final ArchRule theBridgeKnowsNeitherSimulatorNorController =
      noClasses()
          .that()
          .resideInAPackage("io.gnomon.bridge..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.gnomon.sim..", "io.gnomon.controller..", "io.gnomon.sandbox..", "io.vertx..");

  @ArchTest
  static final ArchRule theReaderOfTopicsKnowsOnlyTheContract =
      noClasses()
          .that()
          .resideInAPackage("io.gnomon.topics..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.vertx..",
              "io.gnomon.sim..",
              "io.gnomon.config..",
              "io.gnomon.controller..",
              "io.gnomon.bridge..",
              "io.gnomon.sandbox..");

  @ArchTest
  static final ArchRule topicsAreReadByTheBoundedConsumerOnly =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.gnomon.topics.BoundedConsumer")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("org.apache.kafka.clients.consumer.KafkaConsumer")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("io.vertx.kafka.client.consumer..");

  @ArchTest
  static final ArchRule theControllersCoreKnowsNeitherKafkaNorVertx =
      noClasses()
          .that()
          .resideInAnyPackage("io.gnomon.controller.cluster..", "io.gnomon.controller.mirror..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.vertx..", "org.apache.kafka..", "io.github.resilience4j..");

  @ArchTest
  static final ArchRule theSimulatorsCoreDoesNoInputOrOutput =
      noClasses()
          .that()
          .resideInAnyPackage(MODULES_OF_THE_SERVICE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.net..");

  @ArchTest
  static final ArchRule noDecisionReadsAClock =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.gnomon.sim.cluster..",
              "io.gnomon.sim.policy..",
              "io.gnomon.sim.engine..",
              "io.gnomon.sim.tune..",
              "io.gnomon.sim.predict..",
              "io.gnomon.controller.cluster..",
              "io.gnomon.controller.mirror..")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Random.class);

  @ArchTest
  static final ArchRule packagesDoNotDependOnEachOtherInCycles =
      slices().matching("io.gnomon.(**)").should().beFreeOfCycles();
}
