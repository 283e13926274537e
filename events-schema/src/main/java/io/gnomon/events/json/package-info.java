/**
 * JSON over byte arrays: a strict pull reader that allocates nothing but the texts it is asked for,
 * and a writer. It knows no event; no trees, no reflection.
 */
@NullMarked
package io.gnomon.events.json;

import org.jspecify.annotations.NullMarked;
