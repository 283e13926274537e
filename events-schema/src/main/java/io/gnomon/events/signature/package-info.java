/**
 * How commands and events are signed and verified. Which component signs or verifies, and when, is
 * not decided here.
 */
@NullMarked
package io.gnomon.events.signature;

import org.jspecify.annotations.NullMarked;
