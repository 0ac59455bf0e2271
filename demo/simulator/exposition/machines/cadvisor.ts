/** cAdvisor metrics of the engine's container, which the kubelet serves once per node. */
import type {
  MetricsExporter,
  Exposition,
  ExporterFacts,
  MachineSample,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

const periodMicroseconds = 100_000;
const workingSetBytes = 26e9;
const cacheBytes = 9e9;

function create({ firstEngine }: ExporterFacts): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const { pod, cpuCores } = firstEngine;
  const group: Labels = { id: `/kubepods/pod-${pod}`, namespace: "serving", pod };
  const containerLabels: Labels = {
    ...group,
    container: "vllm",
    image: "vllm/vllm-openai:v0.11.0",
    name: `vllm-${pod}`,
  };
  const gauge = (name: string, help: string, labels = containerLabels) =>
    registry.gauge(`container_${name}`, help, [labels]);
  const counter = (name: string, help: string, labels = containerLabels) =>
    registry.counter(`container_${name}`, help, [labels]);
  const cpuLabels: Labels = { ...containerLabels, cpu: "total" };
  const cpu = counter("cpu_usage_seconds_total", "Cumulative cpu time consumed in seconds.", cpuLabels);
  const periods = counter("cpu_cfs_periods_total", "Number of elapsed enforcement period intervals.");
  const throttled = counter("cpu_cfs_throttled_periods_total", "Number of throttled period intervals.");
  const memory = gauge("memory_working_set_bytes", "Current working set in bytes.");
  const usage = gauge("memory_usage_bytes", "Current memory usage in bytes, including all memory.");
  const quota = gauge("spec_cpu_quota", "CPU quota of the container.");
  const period = gauge("spec_cpu_period", "CPU period of the container.");
  const limit = gauge("spec_memory_limit_bytes", "Memory limit for the container.");
  const network: Labels = { ...group, interface: "eth0" };
  const received = counter("network_receive_bytes_total", "Cumulative count of bytes received.", network);
  const sent = counter("network_transmit_bytes_total", "Cumulative count of bytes transmitted.", network);
  gauge("start_time_seconds", "Start time of the container since unix epoch in seconds.").set(
    1_763_000_000,
    containerLabels,
  );
  const onMachineSample = (sample: MachineSample): void => {
    const { elapsedSeconds, cpuBusySeconds } = sample;
    const isFull = cpuBusySeconds >= cpuCores * elapsedSeconds;
    const elapsed = Math.round((elapsedSeconds * 1e6) / periodMicroseconds);
    cpu.add(Math.min(cpuBusySeconds, cpuCores * elapsedSeconds), cpuLabels);
    periods.add(elapsed, containerLabels);
    throttled.add(isFull ? elapsed : 0, containerLabels);
    memory.set(workingSetBytes, containerLabels);
    usage.set(workingSetBytes + cacheBytes, containerLabels);
    quota.set(cpuCores * periodMicroseconds, containerLabels);
    period.set(periodMicroseconds, containerLabels);
    limit.set(128e9, containerLabels);
    received.add(sample.networkReceivedBytes, network);
    sent.add(sample.networkSentBytes, network);
  };
  return {
    createHandlers: () => ({ onMachineSample }),
    printMetrics: () => registry.print(),
    resetCounters: () => {},
  };
}

export const cadvisor: Exposition = {
  id: "cadvisor",
  title: "cAdvisor",
  scope: "host",
  port: 10250,
  path: "/metrics/cadvisor",
  create,
};
