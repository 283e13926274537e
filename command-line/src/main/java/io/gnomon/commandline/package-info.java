/**
 * What the commands of all modules share: the version, usage errors, input files, output and its
 * formats, progress. No command is in this package, and nothing in it knows a scheduler, a
 * simulation or Kafka.
 */
@NullMarked
package io.gnomon.commandline;

import org.jspecify.annotations.NullMarked;
