/**
 * Text forms that all modules share: durations, specs such as {@code easy(order=shortest)},
 * excerpts for messages, suggestions for mistyped words. Depends on nothing; text forms of one
 * module's own values belong to that module.
 */
@NullMarked
package io.gnomon.text;

import org.jspecify.annotations.NullMarked;
