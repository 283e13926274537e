/**
 * Configuration from a YAML file, the environment and flags, checked key by key. Defaults are those
 * of {@code ControllerConfig}.
 */
@NullMarked
package io.gnomon.controller.config;

import org.jspecify.annotations.NullMarked;
