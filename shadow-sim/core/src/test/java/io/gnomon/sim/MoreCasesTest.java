package io.gnomon.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * Tries the properties of this module that take a {@link Random} with cases of their own. In a
 * build they have a fixed seed, so that a build repeats; rare differences between a fast scheduler
 * and its plain version, of one case in thousands, are found here.
 */
class MoreCasesTest {
  @Test
  void findsNoFailure() throws Exception {
    int seconds = Integer.getInteger("gnomon.cases.seconds", 0);
    assumeTrue(seconds > 0, "on request: -Dgnomon.cases.seconds=60, for each property");
    String named = System.getProperty("gnomon.cases.of", "");
    List<String> failures = new ArrayList<>();
    List<Method> properties =
        properties().stream().filter(one -> one.toString().contains(named)).toList();
    assertThat(properties).as("properties with '%s' in their name", named).isNotEmpty();
    for (Method property : properties) {
      tryCases(property, seconds, failures);
    }
    assertThat(failures).isEmpty();
  }

  private static void tryCases(Method property, int seconds, List<String> failures)
      throws ReflectiveOperationException {
    Constructor<?> constructor = property.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    property.setAccessible(true);
    SplittableRandom seeds = new SplittableRandom();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    int cases = 0;
    for (; System.nanoTime() < end; cases++) {
      long seed = seeds.nextLong();
      try {
        property.invoke(constructor.newInstance(), new Random(seed));
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof TestAbortedException) {
          continue; // the case is not one of the property
        }
        failures.add(property + " with new Random(" + seed + "L): " + e.getCause());
        break;
      }
    }
    System.out.println(property + ": " + cases + " cases");
  }

  private static List<Method> properties() throws Exception {
    Path classes = Path.of(MoreCasesTest.class.getResource("/").toURI());
    List<Method> properties = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".class")).toList()) {
        String path = classes.relativize(file).toString();
        Class<?> type = Class.forName(path.replace('/', '.').substring(0, path.length() - 6));
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Property.class))
            .filter(
                method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Random.class}))
            .forEach(properties::add);
      }
    }
    return properties;
  }
}
