{{/* What the selectors mean. */}}
{{- define "gnomon.selector" -}}
app.kubernetes.io/name: gnomon
app.kubernetes.io/component: controller
{{- end -}}

{{/* What Helm's own tools look for. */}}
{{- define "gnomon.release" -}}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* gnomon.yaml */}}
{{- define "gnomon.config" -}}
{{ tpl (toYaml .Values.config) . }}
{{- end -}}

{{/* The secrets that are mounted, by the name of their volumes. */}}
{{- define "gnomon.secrets" -}}
{{- with .Values.operators.secret }}
operators: {{ . }}
{{- end }}
{{- with .Values.commandKey.secret }}
command-key: {{ . }}
{{- end }}
{{- with .Values.kafka.secret }}
kafka: {{ . }}
{{- end }}
{{- end -}}
