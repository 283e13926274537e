/**
 * The other replicas of the controller: their addresses, and requests to them. What a request means
 * is not part of this package.
 */
@NullMarked
package io.gnomon.controller.http.replica;

import org.jspecify.annotations.NullMarked;
