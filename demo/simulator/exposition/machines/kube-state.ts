/** kube-state-metrics: nodes and GPU counts of pods. None of its values depends on the load. */
import type { MetricsExporter, Exposition, ExporterFacts } from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

function create({ engines, deploymentName }: ExporterFacts): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const info = registry.gauge("kube_pod_info", "Information about pod.", []);
  const phase = registry.gauge("kube_pod_status_phase", "The pods current phase.", []);
  const limits = registry.gauge(
    "kube_pod_container_resource_limits",
    "The number of requested limit resource.",
    [],
  );
  const restarts = registry.counter(
    "kube_pod_container_status_restarts_total",
    "The number of container restarts per container.",
    [],
  );
  for (const { pod, host, gpuCount, cpuCores } of engines) {
    const podLabels: Labels = { namespace: "serving", pod, uid: `uid-${pod}` };
    const container: Labels = { ...podLabels, container: "vllm" };
    info.set(1, {
      ...podLabels,
      node: host,
      host_ip: "10.0.0.1",
      created_by_kind: "ReplicaSet",
      created_by_name: deploymentName,
    });
    for (const name of ["Running", "Pending", "Failed", "Succeeded", "Unknown"])
      phase.set(name === "Running" ? 1 : 0, { ...podLabels, phase: name });
    limits.set(gpuCount, { ...container, node: host, resource: "nvidia_com_gpu", unit: "integer" });
    limits.set(cpuCores, { ...container, node: host, resource: "cpu", unit: "core" });
    restarts.add(0, container);
  }
  const replicas = (name: string, help: string): void =>
    registry
      .gauge(`kube_deployment_${name}`, help, [])
      .set(engines.length, { namespace: "serving", deployment: deploymentName });
  replicas("spec_replicas", "Number of desired pods for a deployment.");
  replicas("status_replicas_available", "The number of available replicas per deployment.");
  return { createHandlers: () => ({}), printMetrics: () => registry.print(), resetCounters: () => {} };
}

export const kubeState: Exposition = {
  id: "kube-state-metrics",
  title: "kube-state-metrics",
  scope: "deployment",
  port: 8080,
  path: "/metrics",
  create,
};
