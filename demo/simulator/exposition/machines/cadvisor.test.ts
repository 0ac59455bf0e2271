/** cAdvisor's and kube-state-metrics' names, stated independently of the implementation. */
import { expect, test } from "vitest";
import { listLabelNames, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { runRequests } from "@/tests/support/traces/run-requests";
import { cadvisor } from "./cadvisor";
import { kubeState } from "./kube-state";

const [kube, container] = runRequests([kubeState, cadvisor], { instances: 2 }).scrapes;

test("cAdvisor: families, types and labels", () => {
  const labels = "container,id,image,name,namespace,pod";
  expect(outline(container!).toSorted()).toEqual(
    [
      "container_cpu_usage_seconds_total counter container,cpu,id,image,name,namespace,pod",
      `container_cpu_cfs_periods_total counter ${labels}`,
      `container_cpu_cfs_throttled_periods_total counter ${labels}`,
      `container_memory_working_set_bytes gauge ${labels}`,
      `container_memory_usage_bytes gauge ${labels}`,
      `container_spec_cpu_quota gauge ${labels}`,
      `container_spec_cpu_period gauge ${labels}`,
      `container_spec_memory_limit_bytes gauge ${labels}`,
      `container_start_time_seconds gauge ${labels}`,
      "container_network_receive_bytes_total counter id,interface,namespace,pod",
      "container_network_transmit_bytes_total counter id,interface,namespace,pod",
    ].toSorted(),
  );
  expect(
    valueOf(container!, "container_spec_cpu_quota") / valueOf(container!, "container_spec_cpu_period"),
  ).toBe(8);
  expect(valueOf(container!, "container_cpu_usage_seconds_total")).toBeGreaterThan(0);
});

test("kube-state-metrics: families, and pods with their nodes and GPUs", () => {
  expect([...kube!.keys()].toSorted()).toEqual([
    "kube_deployment_spec_replicas",
    "kube_deployment_status_replicas_available",
    "kube_pod_container_resource_limits",
    "kube_pod_container_status_restarts_total",
    "kube_pod_info",
    "kube_pod_status_phase",
  ]);
  expect(listLabelNames(kube!, "kube_pod_info")).toEqual(
    ["created_by_kind", "created_by_name", "host_ip", "namespace", "node", "pod", "uid"].toSorted(),
  );
  expect(valueOf(kube!, "kube_pod_container_resource_limits", { resource: "nvidia_com_gpu" })).toBe(2);
  expect(valueOf(kube!, "kube_pod_status_phase", { phase: "Running" })).toBe(2);
});
