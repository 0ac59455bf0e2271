/** node_exporter: the hosts of a deployment, joined by the host name, which only `node_uname_info` has. */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import {
  counter,
  metricRef,
  withLabels,
  type LabelMatcher,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

const worstShare = (free: MetricRef, total: MetricRef): Recipe => ({
  kind: "gauge-ratio",
  numerator: free,
  denominator: total,
  isPerSeries: true,
  isComplement: true,
});
const on = (name: string, match: LabelMatcher): MetricRef => ({ names: [name], matchers: [match] });
const wire: LabelMatcher = { label: "device", operator: "!=", value: "lo" };
/** Physical disks only: stacked devices would count the same operation again. */
const disks = (name: string): MetricRef =>
  on(name, { label: "device", operator: "!~", value: "(loop|ram|dm-|md|sr).*" });
/** File systems with data. Kernel file systems and container layers do not describe disk space. */
const stores: LabelMatcher = {
  label: "fstype",
  operator: "!~",
  value: "tmpfs|ramfs|overlay|squashfs|devtmpfs|iso9660|nsfs",
};

/** Adapter for node_exporter: CPU, memory and network of hosts. */
export const nodeExporter: ExporterOf<"host"> = {
  id: "node",
  title: "node_exporter",
  family: "host",
  detectionMetrics: ["node_uname_info"],
  joinLabels: { host: ["nodename", "node", "hostname"], locationLabel: "instance" },
  signals: {
    "host-cpu": {
      kind: "rate-ratio",
      numerators: [withLabels(metricRef("node_cpu_seconds_total"), { mode: "idle" })],
      denominators: [metricRef("node_cpu_seconds_total")],
      isComplement: true,
    },
    "host-memory": worstShare(
      metricRef("node_memory_MemAvailable_bytes"),
      metricRef("node_memory_MemTotal_bytes"),
    ),
    "host-swap": worstShare(
      metricRef("node_memory_SwapFree_bytes"),
      metricRef("node_memory_SwapTotal_bytes"),
    ),
    "disk-queue": {
      kind: "rate-as-gauge",
      metrics: [disks("node_disk_io_time_weighted_seconds_total")],
      scale: 1,
    },
    "disk-wait": {
      kind: "rate-ratio",
      numerators: [disks("node_disk_read_time_seconds_total"), disks("node_disk_write_time_seconds_total")],
      denominators: [disks("node_disk_reads_completed_total"), disks("node_disk_writes_completed_total")],
    },
    "disk-free": {
      kind: "gauge-ratio",
      numerator: on("node_filesystem_avail_bytes", stores),
      denominator: on("node_filesystem_size_bytes", stores),
      isPerSeries: true,
    },
    "network-in": counter(on("node_network_receive_bytes_total", wire)),
    "network-out": counter(on("node_network_transmit_bytes_total", wire)),
    "network-retransmits": {
      kind: "rate-ratio",
      numerators: [metricRef("node_netstat_Tcp_RetransSegs")],
      denominators: [metricRef("node_netstat_Tcp_OutSegs")],
    },
    "network-drops": counter(on("node_network_receive_drop_total", wire)),
  },
};
