/**
 * What is in use on the nodes of a cluster, and what its waiting jobs wait for. Reads cluster
 * states; does not influence decisions.
 */
@NullMarked
package io.gnomon.controller.node;

import org.jspecify.annotations.NullMarked;
