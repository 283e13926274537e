/** Who may use the HTTP server, and how much: hosts, origins, tokens, and the limits of clients. */
@NullMarked
package io.gnomon.controller.http.access;

import org.jspecify.annotations.NullMarked;
