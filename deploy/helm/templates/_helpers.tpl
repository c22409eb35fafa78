{{- define "assay.labels" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "assay.workerLabels" -}}
app.kubernetes.io/name: assay-worker
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "assay.pod" -}}
automountServiceAccountToken: false
# A drain takes 20 s at the most.
terminationGracePeriodSeconds: 30
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
nodeSelector:
  {{- toYaml .Values.nodeSelector | nindent 2 }}
tolerations:
  {{- toYaml .Values.tolerations | nindent 2 }}
affinity:
  {{- toYaml .Values.affinity | nindent 2 }}
{{- end }}

{{- define "assay.container" -}}
name: assay
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "assay.egress" -}}
# Names.
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
- ports:
    {{- range $port := .Values.networkPolicy.egressPorts }}
    - port: {{ $port }}
    {{- end }}
{{- end }}
