/**
 * Configuration from defaults, a YAML file, the environment and flags: key definitions, layering,
 * checks and messages. Components declare their own keys; this package depends on none of them.
 */
@NullMarked
package io.gnomon.config;

import org.jspecify.annotations.NullMarked;
