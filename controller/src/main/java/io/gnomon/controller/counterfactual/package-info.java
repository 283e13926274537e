/**
 * Runs the shadows of clusters: without changes by Gnomon, and with all its recommendations. They
 * are for display only; decisions do not depend on them.
 */
@NullMarked
package io.gnomon.controller.counterfactual;

import org.jspecify.annotations.NullMarked;
