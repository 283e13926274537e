package io.gnomon.controller.http.access;

/**
 * A client, for limits.
 *
 * @param name the user's, or the address of one without a token
 * @param user whether it is a user with a token
 */
public record Client(String name, boolean user) {}
