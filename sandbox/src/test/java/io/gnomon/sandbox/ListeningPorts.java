package io.gnomon.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The TCP ports on which a process of this machine listens, from Linux's {@code /proc}. */
final class ListeningPorts {
  private static final String LISTENING = "0A";

  private ListeningPorts() {}

  static Set<Integer> of(long pid) throws IOException {
    Set<String> sockets;
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      sockets =
          files
              .map(ListeningPorts::target)
              .filter(target -> target.startsWith("socket:["))
              .map(target -> target.substring("socket:[".length(), target.length() - 1))
              .collect(Collectors.toSet());
    }
    Set<Integer> ports = new TreeSet<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.strip().split("\\s+");
        if (fields.length > 9 && fields[3].equals(LISTENING) && sockets.contains(fields[9])) {
          ports.add(Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16));
        }
      }
    }
    return ports;
  }

  /** Where a file descriptor leads; it may have been closed. */
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
