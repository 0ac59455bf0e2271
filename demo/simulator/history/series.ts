/** Series of the generated history: those of the live targets, with the labels that a scrape adds. */
import { listInstanceNames, type DeploymentPlan } from "../fleet";
import { createEngineFacts } from "../instance";
import { createGpuLabels } from "../exposition/machines/dcgm";
import { diskLabels } from "../exposition/machines/node-disk";
import { cpuModes, createUnameLabels, hostMemory, networkLabels } from "../exposition/machines/node";
import type { Labels } from "../exposition/registry";
import { addEngineSeries } from "./engine-series";
import {
  createConstantValue,
  gpuFields,
  type AddSeries,
  type HistorySeries,
  type ScalarId,
  type SeriesValueId,
} from "./history-values";

/** Returns all series of the deployment's instance with this index. */
export function listInstanceSeries(plan: DeploymentPlan, instanceIndex: number): readonly HistorySeries[] {
  const pod = listInstanceNames(plan)[instanceIndex] ?? plan.name;
  const engine = createEngineFacts(plan, instanceIndex);
  const { host } = engine;
  const target = { job: "vllm", namespace: "serving", pod, node: host, instance: `${pod}:8000` };
  const gpuTarget = { job: "dcgm", instance: `${host}:9400` };
  const nodeTarget = { job: "node", instance: `${host}:9100` };
  const series: HistorySeries[] = [];
  const add: AddSeries = (type, name, labels, value) => {
    const valueId = typeof value === "string" ? ({ kind: "number", name: value } as const) : value;
    series.push({ type, labels: { __name__: name, ...labels }, valueId });
  };
  addEngineSeries(add, engine, target);
  for (const scraped of [target, gpuTarget, nodeTarget]) add("gauge", "up", scraped, createConstantValue(1));
  for (let gpu = 0; gpu < plan.gpusPerInstance; gpu += 1) {
    const labels = { ...createGpuLabels({ host, pod, gpu: plan.gpu }, gpu), ...gpuTarget };
    for (const [fieldIndex, { name, kind }] of gpuFields.entries())
      add(kind, name, labels, { kind: "gpu", fieldIndex });
  }
  addHostSeries(add, plan, host, nodeTarget);
  return series;
}

const cpuCounters = { idle: "cpuIdle", user: "cpuUser", system: "cpuSystem", iowait: "cpuIowait" } as const;

function addHostSeries(add: AddSeries, plan: DeploymentPlan, host: string, target: Labels): void {
  for (let cpu = 0; cpu < plan.cpuCoresPerInstance; cpu += 1)
    for (const mode of cpuModes)
      add("counter", "node_cpu_seconds_total", { cpu: String(cpu), mode, ...target }, cpuCounters[mode]);
  add("gauge", "node_uname_info", { ...createUnameLabels(host), ...target }, createConstantValue(1));
  add("gauge", "node_load1", target, "hostLoad");
  add("gauge", "node_memory_MemTotal_bytes", target, createConstantValue(hostMemory.totalBytes));
  add("gauge", "node_memory_MemAvailable_bytes", target, createConstantValue(hostMemory.availableBytes));
  // Work waits for a core only under faults that the history does not contain.
  add("counter", "node_pressure_cpu_waiting_seconds_total", target, createConstantValue(0));
  const network = { ...networkLabels, ...target };
  add("counter", "node_network_transmit_bytes_total", network, "sentBytes");
  add("counter", "node_network_receive_bytes_total", network, "receivedBytes");
  add("counter", "node_network_receive_drop_total", network, createConstantValue(0));
  const disk = { ...diskLabels, ...target };
  for (const [name, value] of Object.entries(diskCounters))
    add("counter", `node_disk_${name}_total`, disk, value);
  add("gauge", "node_disk_io_now", disk, createConstantValue(0));
}

/** The disk reads only in a cold start, which is not in the history. One write is in progress at a time. */
const diskCounters: Readonly<Record<string, SeriesValueId | ScalarId>> = {
  io_time_seconds: "diskWriteSeconds",
  io_time_weighted_seconds: "diskWriteSeconds",
  read_bytes: createConstantValue(0),
  reads_completed: createConstantValue(0),
  read_time_seconds: createConstantValue(0),
  written_bytes: "diskWrittenBytes",
  writes_completed: "diskWrites",
  write_time_seconds: "diskWriteSeconds",
};
