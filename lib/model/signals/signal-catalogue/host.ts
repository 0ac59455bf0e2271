/** Signals of the hosts and containers in which a deployment runs. */
import type { SignalPropertiesById } from "@/lib/model/signals/signal-definition";

const share = {
  kind: "gauge",
  unit: "ratio",
  displayUnit: "%",
  layer: "system",
  better: "lower",
  combine: "max",
} as const;
const flow = {
  kind: "counter",
  unit: "bytes-per-second",
  displayUnit: "MB/s",
  layer: "system",
  better: "neither",
  combine: "sum",
} as const;

/** Signals of the hosts of a deployment, with units and directions. */
export const hostSignals = {
  "host-cpu": {
    ...share,
    better: "neither",
    combine: "mean",
    title: "Host CPU",
    label: "CPU",
  },
  "host-memory": {
    ...share,
    title: "Host memory in use",
    label: "memory",
  },
  "host-swap": {
    ...share,
    title: "Swap in use",
    label: "swap",
  },
  "disk-queue": {
    ...share,
    unit: "requests",
    displayUnit: "requests",
    combine: "sum",
    title: "Disk queue depth",
    label: "queue",
  },
  "disk-wait": {
    ...share,
    unit: "seconds",
    displayUnit: "ms",
    title: "Disk wait",
    label: "wait",
  },
  "disk-free": {
    ...share,
    better: "higher",
    combine: "min",
    title: "Disk space free",
    label: "free",
  },
  "network-in": {
    ...flow,
    title: "Network in",
    label: "in",
  },
  "network-out": {
    ...flow,
    title: "Network out",
    label: "out",
  },
  "network-retransmits": {
    ...share,
    title: "TCP retransmits",
    label: "retransmits",
  },
  "network-drops": {
    ...flow,
    unit: "events-per-second",
    displayUnit: "per min",
    better: "lower",
    title: "Packets dropped",
    label: "drops",
  },
} as const satisfies SignalPropertiesById;

/** Signals of the containers of a deployment, reported by cAdvisor. */
export const containerSignals = {
  "container-cpu": {
    ...flow,
    unit: "cores",
    displayUnit: "cores",
    title: "Container CPU",
    label: "CPU",
  },
  "container-throttled": {
    ...share,
    title: "Container CPU throttled",
    label: "throttled",
  },
  "container-memory": {
    ...share,
    unit: "bytes",
    displayUnit: "GiB",
    combine: "sum",
    better: "neither",
    title: "Container memory",
    label: "memory",
  },
} as const satisfies SignalPropertiesById;
