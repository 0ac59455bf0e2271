/** Disk metrics of a host as node_exporter names them: large reads while weights are loaded, small log writes. */
import type { MachineSample } from "@/demo/simulator/exposition/exposition";
import type { Registry } from "@/demo/simulator/exposition/registry";

/** Labels of the disk's series. */
export const diskLabels = { device: "nvme0n1" } as const;
const device = diskLabels;
const readBytes = 128 * 1024;
const writeBytes = 4096;
const secondsPerRead = 0.0002;
const secondsPerWrite = 0.00003;
/** Concurrent reads of the weight loader. */
const queueDepth = 8;

/** Work of a disk in some time. The queue is 0 or the depth of the weight loader. */
export interface DiskWork {
  readonly reads: number;
  readonly readSeconds: number;
  readonly writes: number;
  readonly writeSeconds: number;
  readonly busySeconds: number;
  readonly queue: number;
}

/** Returns the work of the disk for a machine sample. The number of writes is not rounded. */
export function measureDisk({
  elapsedSeconds,
  diskReadBytes,
  diskWrittenBytes,
}: Pick<MachineSample, "elapsedSeconds" | "diskReadBytes" | "diskWrittenBytes">): DiskWork {
  const reads = Math.round(diskReadBytes / readBytes);
  const writes = diskWrittenBytes / writeBytes;
  const [readSeconds, writeSeconds] = [reads * secondsPerRead, writes * secondsPerWrite];
  return {
    reads,
    readSeconds,
    writes,
    writeSeconds,
    busySeconds: Math.min(elapsedSeconds, readSeconds / queueDepth + writeSeconds),
    queue: reads > 0 ? queueDepth : 0,
  };
}

/** Registers the disk metrics and returns a function that adds a machine sample to them. */
export function createNodeDiskMetrics(registry: Registry): (sample: MachineSample) => void {
  const counter = (name: string, help: string) => registry.counter(`node_disk_${name}_total`, help, [device]);
  const busy = counter("io_time_seconds", "Total seconds spent doing I/Os.");
  const weighted = counter("io_time_weighted_seconds", "The weighted # of seconds spent doing I/Os.");
  const now = registry.gauge("node_disk_io_now", "The number of I/Os currently in progress.", [device]);
  const bytesRead = counter("read_bytes", "The total number of bytes read successfully.");
  const bytesWritten = counter("written_bytes", "The total number of bytes written successfully.");
  const reads = counter("reads_completed", "The total number of reads completed successfully.");
  const writes = counter("writes_completed", "The total number of writes completed successfully.");
  const readTime = counter("read_time_seconds", "The total number of seconds spent by all reads.");
  const writeTime = counter("write_time_seconds", "The total number of seconds spent by all writes.");
  /** Bytes that do not fill a page yet. The operating system writes full pages. */
  let unwritten = 0;
  return (sample) => {
    const pages = Math.floor((unwritten + sample.diskWrittenBytes) / writeBytes);
    unwritten += sample.diskWrittenBytes - pages * writeBytes;
    const work = measureDisk({ ...sample, diskWrittenBytes: pages * writeBytes });
    bytesRead.add(sample.diskReadBytes, device);
    bytesWritten.add(pages * writeBytes, device);
    reads.add(work.reads, device);
    writes.add(work.writes, device);
    readTime.add(work.readSeconds, device);
    writeTime.add(work.writeSeconds, device);
    weighted.add(work.readSeconds + work.writeSeconds, device);
    busy.add(work.busySeconds, device);
    now.set(work.queue, device);
  };
}
