/**
 * What the clusters would have done without any change, beside what they did. It is shown and
 * nothing depends on it: no decision, no checkpoint.
 */
@NullMarked
package io.gnomon.controller.counterfactual;

import org.jspecify.annotations.NullMarked;
