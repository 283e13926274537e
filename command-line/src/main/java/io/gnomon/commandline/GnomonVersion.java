package io.gnomon.commandline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The version for {@code --version}: release, git commit and JDK. The build writes the first two to
 * a resource; the commit is {@code unknown} when there was no git repository.
 */
@Command(name = "gnomon")
public final class GnomonVersion implements IVersionProvider, Runnable {
  private static final Properties BUILT = read();

  /** Prints the version; the launcher runs this for {@code gnomon --version}. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(Commands.prepare(new CommandLine(new GnomonVersion()))));
  }

  @CommandLine.Spec
  private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().getOut().println(line());
  }

  @Override
  public String[] getVersion() {
    return new String[] {line()};
  }

  /** Release, commit and JDK in one line. */
  public static String line() {
    return "gnomon %s, commit %s, JDK %s"
        .formatted(release(), commit(), System.getProperty("java.version"));
  }

  /** The release, such as {@code 0.1.0}. */
  public static String release() {
    return built("version");
  }

  /** The abbreviated commit, or {@code unknown}. */
  public static String commit() {
    return built("commit");
  }

  private static String built(String key) {
    return BUILT.getProperty(key, "unknown");
  }

  private static Properties read() {
    Properties properties = new Properties();
    try (InputStream in = GnomonVersion.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read resource version.properties", e);
    }
    return properties;
  }
}
