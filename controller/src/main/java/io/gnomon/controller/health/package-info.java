/**
 * The reasons why the controller is not ready, with remedies, and the silence of producers. What
 * detects other problems belongs in other packages.
 */
@NullMarked
package io.gnomon.controller.health;

import org.jspecify.annotations.NullMarked;
