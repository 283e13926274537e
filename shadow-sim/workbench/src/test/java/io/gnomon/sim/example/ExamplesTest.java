package io.gnomon.sim.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.PolicyFamily;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/library.md are built and run as their readers do. */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("../../docs/examples").toAbsolutePath().normalize();
  private static final String SERVICES = "META-INF/services/" + PolicyFamily.class.getName();
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir private Path folder;

  private Path jar() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    compile(EXAMPLES.resolve("policy/src"), CLASS_PATH, classes);
    Path jar = folder.resolve("few-jobs.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entry(out, classes.relativize(file).toString(), Files.readAllBytes(file));
      }
      entry(out, SERVICES, Files.readAllBytes(EXAMPLES.resolve("policy/src").resolve(SERVICES)));
    }
    return jar;
  }

  private static void entry(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private static void compile(Path sources, String classPath, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", classPath, "-d", classes.toString()));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    assertThat(
            compiler.run(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                System.err,
                arguments.toArray(String[]::new)))
        .as("javac of %s", sources)
        .isZero();
  }

  @Test
  void aPolicyInAJarOfItsOwnIsFoundAndPassesItsTest() throws Exception {
    Path jar = jar();
    Path tests = Files.createDirectory(folder.resolve("tests"));
    compile(EXAMPLES.resolve("policy/test"), CLASS_PATH + ":" + jar, tests);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL(), tests.toUri().toURL()}, before)) {
      assertThat(ServiceLoader.load(PolicyFamily.class, loader))
          .extracting(PolicyFamily::name)
          .contains("few-jobs", "easy");
    }
    // a process of its own: policies are found once, on the class path
    Path runner = Files.createDirectory(folder.resolve("runner"));
    Files.writeString(runner.resolve("Runner.java"), RUNNER);
    compile(runner, CLASS_PATH, tests);
    assertThat(run(java("-cp", CLASS_PATH + ":" + jar + ":" + tests, "Runner")))
        .isEqualTo("1 test of FewJobsTest passed\n");
    assertThat(run(command(jar, "policies", "few-jobs"))).contains("EASY while few jobs run");
  }

  /** Two jobs of all 100 processors: the second starts when the first has ended. */
  @Test
  void theSimulationOfThePageCompilesAndRuns() throws Exception {
    String page = Files.readString(EXAMPLES.resolveSibling("library.md"));
    String snippet = page.split("```java\n", 2)[1].split("```", 2)[0];
    Path sources = Files.createDirectory(folder.resolve("snippet"));
    Files.writeString(sources.resolve("Easy.java"), snippet);
    Path classes = Files.createDirectory(folder.resolve("page"));
    compile(sources, CLASS_PATH, classes);
    Path log = folder.resolve("two.swf");
    Files.writeString(
        log,
        """
        ; MaxProcs: 100
        1 0 0 3600 100 -1 -1 100 3600 -1 1 7 1 -1 1 -1 -1 -1
        2 0 0 3600 100 -1 -1 100 3600 -1 1 7 1 -1 1 -1 -1 -1
        """);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Object schedule =
          loader.loadClass("Easy").getMethod("schedule", Path.class).invoke(null, log);
      assertThat(((Schedule) schedule).start(1)).isEqualTo(3600);
    }
  }

  /** Two jobs of user 7 want all processors: the second waits an hour for the first. */
  @Test
  void theScriptInPythonDrivesTheCommands() throws Exception {
    Path python = Path.of("/usr/bin/python3");
    Assumptions.assumeTrue(
        Files.isExecutable(python)
            && new ProcessBuilder(python.toString(), "-c", "import pandas, matplotlib")
                    .redirectErrorStream(true)
                    .start()
                    .waitFor()
                == 0,
        "apt-get install python3-pandas python3-matplotlib");
    Path log = folder.resolve("two.swf");
    Files.writeString(
        log,
        """
        ; MaxProcs: 4
        1 0 0 3600 4 -1 -1 4 3600 -1 1 7 1 -1 1 -1 -1 -1
        2 0 0 3600 4 -1 -1 4 3600 -1 1 7 1 -1 1 -1 -1 -1
        """);
    Path gnomon = folder.resolve("gnomon");
    Files.writeString(gnomon, "#!/bin/sh\nexec " + String.join(" ", command(null)) + " \"$@\"\n");
    assertThat(gnomon.toFile().setExecutable(true)).isTrue();
    List<String> line =
        List.of(
            python.toString(),
            EXAMPLES.resolve("waits.py").toString(),
            "--gnomon=" + gnomon,
            "--workload=" + log,
            "--processors=4",
            "--plot=" + folder.resolve("waits.png"),
            "easy",
            "fcfs");
    assertThat(run(line)).isEqualTo("user,easy,fcfs\n7,0.5,0.5\n");
    assertThat(folder.resolve("waits.png")).isNotEmptyFile();
  }

  private static List<String> java(String... arguments) {
    List<String> line =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    line.addAll(List.of(arguments));
    return line;
  }

  /** A command of Gnomon, with a jar beside it on the class path. */
  private static List<String> command(@Nullable Path jar, String... arguments) {
    List<String> line =
        java("-cp", CLASS_PATH + (jar == null ? "" : ":" + jar), "io.gnomon.sim.cli.GnomonSim");
    line.addAll(List.of(arguments));
    return line;
  }

  private String run(List<String> line) throws Exception {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("%s ends", line).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return Files.readString(output);
  }

  private static final String RUNNER =
      """
      import java.lang.reflect.Method;

      public class Runner {
        public static void main(String[] none) throws Exception {
          Class<?> test = Class.forName("org.example.scheduling.FewJobsTest");
          var made = test.getDeclaredConstructor();
          made.setAccessible(true);
          int passed = 0;
          for (Method method : test.getDeclaredMethods()) {
            if (method.isAnnotationPresent(org.junit.jupiter.api.Test.class)) {
              method.setAccessible(true);
              method.invoke(made.newInstance());
              passed++;
            }
          }
          System.out.println(passed + " test of FewJobsTest passed");
        }
      }
      """;
}
