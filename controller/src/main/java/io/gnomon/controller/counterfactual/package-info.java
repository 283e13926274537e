/**
 * The counterfactual slowdown of clusters without changes by Gnomon. It is for display only;
 * decisions and checkpoints do not depend on it.
 */
@NullMarked
package io.gnomon.controller.counterfactual;

import org.jspecify.annotations.NullMarked;
