/**
 * Text forms that all modules share: durations, suggestions for mistyped words, and the output of
 * sshare. Depends on nothing; text forms of one module's own values belong to that module.
 */
@NullMarked
package io.gnomon.text;

import org.jspecify.annotations.NullMarked;
