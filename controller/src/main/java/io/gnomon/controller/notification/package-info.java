/**
 * Notifications about configuration changes, and their delivery to webhooks, Slack and
 * Alertmanager.
 */
@NullMarked
package io.gnomon.controller.notification;

import org.jspecify.annotations.NullMarked;
