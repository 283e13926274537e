/**
 * How commands are signed by the controller and verified by bridges. Which component signs or
 * verifies, and when, is not decided here.
 */
@NullMarked
package io.gnomon.events.signature;

import org.jspecify.annotations.NullMarked;
