/**
 * What a machine is made of, what jobs request of it and what they hold: values inside other
 * events. No events of their own and no scheduling.
 */
@NullMarked
package io.gnomon.events.machine;

import org.jspecify.annotations.NullMarked;
