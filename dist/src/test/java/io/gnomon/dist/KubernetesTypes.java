package io.gnomon.dist;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.util.Map;

/**
 * Holds a manifest against the API's types without an API server: an unknown field, a missing
 * required one or a wrong type is refused.
 */
final class KubernetesTypes {
  /** One check, which throws what is wrong. */
  private interface Check {
    void check(JsonElement document) throws IOException;
  }

  private record Core(Class<?> type, Check fields) {}

  private static final Map<String, Core> CORE =
      Map.of(
          "v1/ConfigMap", new Core(V1ConfigMap.class, V1ConfigMap::validateJsonElement),
          "v1/Namespace", new Core(V1Namespace.class, V1Namespace::validateJsonElement),
          "v1/Service", new Core(V1Service.class, V1Service::validateJsonElement),
          "v1/ServiceAccount",
              new Core(V1ServiceAccount.class, V1ServiceAccount::validateJsonElement),
          "apps/v1/Deployment", new Core(V1Deployment.class, V1Deployment::validateJsonElement),
          "apps/v1/StatefulSet", new Core(V1StatefulSet.class, V1StatefulSet::validateJsonElement),
          "autoscaling/v2/HorizontalPodAutoscaler",
              new Core(
                  V2HorizontalPodAutoscaler.class, V2HorizontalPodAutoscaler::validateJsonElement),
          "batch/v1/Job", new Core(V1Job.class, V1Job::validateJsonElement),
          "policy/v1/PodDisruptionBudget",
              new Core(V1PodDisruptionBudget.class, V1PodDisruptionBudget::validateJsonElement),
          "networking.k8s.io/v1/NetworkPolicy",
              new Core(V1NetworkPolicy.class, V1NetworkPolicy::validateJsonElement));

  private static final Map<String, Class<?>> CUSTOM =
      Map.of(
          "kafka.strimzi.io/v1/KafkaTopic", KafkaTopic.class,
          "kafka.strimzi.io/v1/KafkaUser", KafkaUser.class,
          "monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class,
          "monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class);

  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                // the models keep unknown fields; here they are mistakes
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              });

  private KubernetesTypes() {}

  /**
   * Checks a document.
   *
   * @throws RuntimeException or IOException that says what the API would not take
   */
  static void check(JsonNode document) throws IOException {
    String type = document.path("apiVersion").asText() + "/" + document.path("kind").asText();
    Core core = CORE.get(type);
    if (core != null) {
      JsonElement element = JsonParser.parseString(document.toString());
      core.fields().check(element);
      JSON.getGson().fromJson(element, core.type());
    } else if (CUSTOM.containsKey(type)) {
      STRICT.treeToValue(document, CUSTOM.get(type));
    } else {
      throw new IllegalArgumentException("no type is known for " + type);
    }
  }
}
