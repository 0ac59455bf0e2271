/** Descriptions of the host and container signals. */
import type { SignalMeanings } from "@/lib/model/signals/signal-definition";
import type { FamilySignalId } from "@/lib/model/signals/signals";

/** Definitions of the signals of hosts. */
export const hostMeanings: SignalMeanings<FamilySignalId<"host">> = {
  "host-cpu": {
    zeroMeans: "every core was idle",
    meaning: "Share of the hosts' CPU time that was not idle.",
  },
  "host-memory": {
    zeroMeans: "all memory is available",
    meaning: "Share of memory that is not available to new work, on the fullest host.",
  },
  "host-swap": {
    zeroMeans: "nothing is swapped out",
    meaning:
      "Share of swap space in use, on the host that uses the largest share. A serving host should use none.",
  },
  "disk-queue": {
    zeroMeans: "no disk had work",
    meaning: "Disk operations in progress or waiting: mean over time, sum over all disks of the hosts.",
  },
  "disk-wait": {
    zeroMeans: "operations took no time",
    meaning: "Mean time of one disk read or write, including waiting.",
  },
  "disk-free": {
    zeroMeans: "a file system is full",
    meaning: "Share of free space on the fullest file system of the hosts.",
  },
  "network-in": {
    zeroMeans: "nothing was received",
    meaning: "Bytes received per second over all devices except loopback.",
  },
  "network-out": {
    zeroMeans: "nothing was sent",
    meaning: "Bytes sent per second over all devices except loopback.",
  },
  "network-retransmits": {
    zeroMeans: "no segment was retransmitted",
    meaning: "Share of TCP segments that were retransmitted.",
  },
  "network-drops": {
    zeroMeans: "no packet was dropped",
    meaning: "Received packets that the hosts dropped.",
  },
};

/** Definitions of the signals of containers. */
export const containerMeanings: SignalMeanings<FamilySignalId<"container">> = {
  "container-cpu": {
    zeroMeans: "the containers used no CPU",
    meaning: "CPU cores in use by the deployment's containers, in CPU seconds per second.",
  },
  "container-throttled": {
    zeroMeans: "no scheduling period was throttled",
    meaning: "Share of CPU scheduling periods in which the containers were throttled by their limit.",
  },
  "container-memory": {
    zeroMeans: "the containers use no memory",
    meaning: "Working set of the deployment's containers, which counts against their memory limit.",
  },
};
