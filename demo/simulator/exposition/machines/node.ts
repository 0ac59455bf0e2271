/** Host metrics as node_exporter names them, derived from the engine's CPU, disk and network use. */
import type {
  MetricsExporter,
  Exposition,
  ExporterFacts,
  MachineSample,
} from "@/demo/simulator/exposition/exposition";
import { createNodeDiskMetrics } from "./node-disk";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

const hostMemoryBytes = 1024 ** 4;
/** Values of the host's memory, which never change. */
export const hostMemory = { totalBytes: hostMemoryBytes, availableBytes: hostMemoryBytes * 0.82 } as const;
/** Modes of CPU time. */
export const cpuModes = ["idle", "user", "system", "iowait"] as const;
/** Labels of the network device's series. */
export const networkLabels = { device: "eth0" } as const;
const device = networkLabels;
/** Fraction of each core that the operating system uses. */
const systemShare = 0.02;

/** Returns the labels with which a host reports its name and system. */
export const createUnameLabels = (host: string): Labels => ({
  domainname: "(none)",
  machine: "x86_64",
  nodename: host,
  release: "6.8.0",
  sysname: "Linux",
  version: "#1",
});

/** Returns the seconds that each core spent in each mode. */
export function measureCpuModes(
  { elapsedSeconds, cpuBusySeconds }: Pick<MachineSample, "elapsedSeconds" | "cpuBusySeconds">,
  cores: number,
): Readonly<Record<(typeof cpuModes)[number], number>> {
  const busy =
    Math.min(cores * elapsedSeconds, cpuBusySeconds + systemShare * cores * elapsedSeconds) / cores;
  return {
    idle: Math.max(0, elapsedSeconds - busy),
    user: busy * 0.8,
    system: busy * 0.19,
    iowait: busy * 0.01,
  };
}

function create({ firstEngine }: ExporterFacts): MetricsExporter {
  const { host, cpuCores: cores } = firstEngine;
  const registry = new Registry({}, { numberFormat: "plain" });
  const cpus = Array.from({ length: cores }, (_, cpu) => ({
    idle: { cpu: String(cpu), mode: "idle" },
    user: { cpu: String(cpu), mode: "user" },
    system: { cpu: String(cpu), mode: "system" },
    iowait: { cpu: String(cpu), mode: "iowait" },
  }));
  const cpu = registry.counter(
    "node_cpu_seconds_total",
    "Seconds the CPUs spent in each mode.",
    cpus.flatMap((one) => cpuModes.map((mode) => one[mode])),
  );
  registry
    .gauge("node_uname_info", "Labeled system information as provided by the uname system call.", [])
    .set(1, createUnameLabels(host));
  const load = registry.gauge("node_load1", "1m load average.");
  const memory = (field: string) =>
    registry.gauge(`node_memory_${field}_bytes`, `Memory information field ${field}_bytes.`);
  const total = memory("MemTotal");
  const available = memory("MemAvailable");
  const network = (direction: string) =>
    registry.counter(
      `node_network_${direction}_bytes_total`,
      `Network device statistic ${direction}_bytes.`,
      [device],
    );
  const sent = network("transmit");
  const received = network("receive");
  registry.counter("node_network_receive_drop_total", "Network device statistic receive_drop.", [device]);
  const disk = createNodeDiskMetrics(registry);
  const waiting = registry.counter(
    "node_pressure_cpu_waiting_seconds_total",
    "Total time in seconds that processes have waited for CPU time",
  );
  let smoothed = 0;
  const onMachineSample = (sample: MachineSample): void => {
    const { elapsedSeconds, cpuBusySeconds, networkSentBytes, networkReceivedBytes } = sample;
    const seconds = measureCpuModes(sample, cores);
    for (const one of cpus) for (const mode of cpuModes) cpu.add(seconds[mode], one[mode]);
    smoothed += (cpuBusySeconds / elapsedSeconds - smoothed) * Math.min(1, elapsedSeconds / 60);
    load.set(smoothed);
    total.set(hostMemory.totalBytes);
    available.set(hostMemory.availableBytes);
    sent.add(networkSentBytes, device);
    received.add(networkReceivedBytes, device);
    // Pressure counts the time in which at least one process waits.
    waiting.add(Math.min(elapsedSeconds, sample.cpuWaitSeconds));
    disk(sample);
  };
  return {
    createHandlers: () => ({ onMachineSample }),
    printMetrics: () => registry.print(),
    resetCounters: () => registry.resetCounters(),
  };
}

export const node: Exposition = {
  id: "node",
  title: "node_exporter",
  scope: "host",
  port: 9100,
  path: "/metrics",
  create,
};
