/**
 * The controller's configuration: its keys, and the settings that result from their values. Sources
 * and checks are those of {@code io.gnomon.config}.
 */
@NullMarked
package io.gnomon.controller.config;

import org.jspecify.annotations.NullMarked;
