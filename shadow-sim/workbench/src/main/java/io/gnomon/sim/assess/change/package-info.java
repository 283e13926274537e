/**
 * What is assessed: the setup of a site, the changes that an administrator could make to it, and
 * the lines that make them.
 */
@NullMarked
package io.gnomon.sim.assess.change;

import org.jspecify.annotations.NullMarked;
