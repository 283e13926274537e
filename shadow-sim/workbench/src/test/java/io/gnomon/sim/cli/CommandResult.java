package io.gnomon.sim.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command of the simulator printed and how it ended. */
record CommandResult(int status, String out, String err) {
  static CommandResult of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        GnomonSim.commandLine(arguments)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new CommandResult(status, out.toString(), err.toString());
  }

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out);
  }
}
