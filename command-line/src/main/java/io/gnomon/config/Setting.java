package io.gnomon.config;

/**
 * One value that a source sets.
 *
 * @param place where it is set, such as {@code gnomon.yaml:3}
 * @param name of the key
 * @param value in its text form
 */
record Setting(String place, String name, String value) {}
