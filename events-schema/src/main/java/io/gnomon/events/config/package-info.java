/** Configurations, the commands that request them and the scheduler's answers. */
@NullMarked
package io.gnomon.events.config;

import org.jspecify.annotations.NullMarked;
