/**
 * The other replicas of the controller: their addresses, requests to them, and the signatures by
 * which they prove themselves. What a request means is not part of this package.
 */
@NullMarked
package io.gnomon.controller.http.replica;

import org.jspecify.annotations.NullMarked;
