/** Disk metrics of a host as node_exporter names them: large reads while weights are loaded, small log writes. */
import type { MachineSample } from "@/demo/simulator/exposition/exposition";
import type { Registry } from "@/demo/simulator/exposition/registry";

const device = { device: "nvme0n1" };
const readBytes = 128 * 1024;
const writeBytes = 4096;
const secondsPerRead = 0.0002;
const secondsPerWrite = 0.00003;
/** Concurrent reads of the weight loader. */
const queueDepth = 8;

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
  return ({ elapsedSeconds, diskReadBytes, diskWrittenBytes }) => {
    const readCount = Math.round(diskReadBytes / readBytes);
    const writeCount = Math.ceil(diskWrittenBytes / writeBytes);
    const [reading, writing] = [readCount * secondsPerRead, writeCount * secondsPerWrite];
    bytesRead.add(diskReadBytes, device);
    bytesWritten.add(diskWrittenBytes, device);
    reads.add(readCount, device);
    writes.add(writeCount, device);
    readTime.add(reading, device);
    writeTime.add(writing, device);
    weighted.add(reading + writing, device);
    busy.add(Math.min(elapsedSeconds, reading / queueDepth + writing), device);
    now.set(readCount > 0 ? queueDepth : 0, device);
  };
}
