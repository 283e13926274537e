/**
 * JSON over byte arrays: a strict pull parser that allocates only the strings it returns, and a
 * writer. No event types, no trees, no reflection.
 */
@NullMarked
package io.gnomon.events.json;

import org.jspecify.annotations.NullMarked;
