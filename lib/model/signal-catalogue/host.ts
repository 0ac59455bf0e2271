/** Signals of the hosts and containers a deployment runs in. */
import type { SignalBodies } from "@/lib/model/signal-definition";

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

export const hostSignals = {
  "host-cpu": {
    ...share,
    better: "neither",
    combine: "mean",
    title: "Host CPU",
    label: "CPU",
    zeroMeans: "every core was idle",
    meaning: "Share of the hosts' CPU time that was not idle.",
  },
  "host-memory": {
    ...share,
    title: "Host memory in use",
    label: "memory",
    zeroMeans: "all memory is available",
    meaning: "Share of the hosts' memory that is not available to new work.",
  },
  "host-swap": {
    ...share,
    title: "Swap in use",
    label: "swap",
    zeroMeans: "nothing is swapped out",
    meaning: "Share of swap space in use; a serving host should use none.",
  },
  "disk-queue": {
    ...share,
    unit: "requests",
    displayUnit: "requests",
    combine: "sum",
    title: "Disk queue depth",
    label: "queue",
    zeroMeans: "no disk had work",
    meaning: "Mean number of disk operations in progress or waiting, over all disks of the hosts.",
  },
  "disk-wait": {
    ...share,
    unit: "seconds",
    displayUnit: "ms",
    title: "Disk wait",
    label: "wait",
    zeroMeans: "operations took no time",
    meaning: "Mean time of one disk read or write, waiting included.",
  },
  "disk-free": {
    ...share,
    better: "higher",
    combine: "min",
    title: "Disk space left",
    label: "free",
    zeroMeans: "a file system is full",
    meaning: "Share of space left on the fullest file system of the hosts.",
  },
  "network-in": {
    ...flow,
    title: "Network in",
    label: "in",
    zeroMeans: "nothing arrived",
    meaning: "Bytes received per second over all devices but loopback.",
  },
  "network-out": {
    ...flow,
    title: "Network out",
    label: "out",
    zeroMeans: "nothing was sent",
    meaning: "Bytes sent per second over all devices but loopback.",
  },
  "network-retransmits": {
    ...share,
    title: "TCP retransmits",
    label: "retransmits",
    zeroMeans: "no segment was sent twice",
    meaning: "Share of TCP segments that had to be sent again.",
  },
  "network-drops": {
    ...flow,
    unit: "events-per-second",
    displayUnit: "per min",
    better: "lower",
    title: "Packets dropped",
    label: "drops",
    zeroMeans: "no packet was dropped",
    meaning: "Received packets that the hosts dropped.",
  },
} as const satisfies SignalBodies;

export const containerSignals = {
  "container-cpu": {
    ...flow,
    unit: "cores",
    displayUnit: "cores",
    title: "Container CPU",
    label: "CPU",
    zeroMeans: "the containers used no CPU",
    meaning: "CPU seconds per second used by the deployment's containers: cores in use.",
  },
  "container-throttled": {
    ...share,
    title: "Container CPU throttled",
    label: "throttled",
    zeroMeans: "no scheduling period was cut short",
    meaning: "Share of CPU scheduling periods in which the containers' limit cut them short.",
  },
  "container-memory": {
    ...share,
    unit: "bytes",
    displayUnit: "GiB",
    combine: "sum",
    better: "neither",
    title: "Container memory",
    label: "memory",
    zeroMeans: "the containers use no memory",
    meaning: "Working set of the deployment's containers: what counts against their memory limit.",
  },
} as const satisfies SignalBodies;
