/**
 * Reading topics within bounds: the consumer that controller, bridge and sandbox use, and what it
 * hands out of records that are too large. What records mean belongs with their readers.
 */
@NullMarked
package io.gnomon.topics;

import org.jspecify.annotations.NullMarked;
