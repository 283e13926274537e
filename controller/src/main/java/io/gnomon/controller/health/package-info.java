/**
 * The reasons why the controller is not ready, with remedies. What detects them belongs in other
 * packages.
 */
@NullMarked
package io.gnomon.controller.health;

import org.jspecify.annotations.NullMarked;
