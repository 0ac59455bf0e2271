/** Work of an instance's host and GPUs in a part of a slot, as the exporters of the live fleet would report it. */
import type { MachineSample } from "../exposition/exposition";
import { GpuDevice } from "../exposition/machines/gpu-device";
import { measureCpuModes } from "../exposition/machines/node";
import { measureDisk } from "../exposition/machines/node-disk";
import type { DeploymentPlan } from "../fleet";
import { computeGpuMemoryBytes, logBytesPerRequest } from "../instance";
import type { InstanceMeans } from "./instance-rates";
import { gpuFields, type ScalarId } from "./history-values";

/** Facts about the machine of an instance that its work depends on. */
export interface HistoryMachine {
  readonly plan: DeploymentPlan;
  readonly gpuMemoryBytes: number;
  readonly device: GpuDevice;
}

export function createHistoryMachine(plan: DeploymentPlan): HistoryMachine {
  return { plan, gpuMemoryBytes: computeGpuMemoryBytes(plan), device: new GpuDevice(plan.gpu) };
}

/** Noise of a part: number of requests, and work of the engine, relative to their means. */
export interface WorkRatios {
  readonly requests: number;
  readonly promptTokens: number;
  readonly work: number;
  readonly gpu: number;
}

/** Returns the work of the machine in a part of this length. */
export function sampleMachine(
  { gpuMemoryBytes }: HistoryMachine,
  means: InstanceMeans,
  ratios: WorkRatios,
  elapsedSeconds: number,
): MachineSample {
  const finished = means.finishedStop + means.finishedLength + means.finishedAbort;
  return {
    elapsedSeconds,
    gpuBusyRatio: Math.min(1, means.gpuBusy * ratios.gpu),
    tensorActiveRatio: Math.min(1, means.tensor * ratios.gpu),
    dramActiveRatio: Math.min(1, means.dram * ratios.gpu),
    gpuMemoryUsedBytes: gpuMemoryBytes,
    clockRatio: means.clockRatio,
    cpuBusySeconds: means.cpuBusySeconds * elapsedSeconds * ratios.requests,
    cpuWaitSeconds: 0,
    diskReadBytes: 0,
    diskWrittenBytes: finished * logBytesPerRequest * elapsedSeconds * ratios.requests,
    linkBytes: means.linkBytes * elapsedSeconds * ratios.work,
    networkSentBytes: means.sentBytes * elapsedSeconds * ratios.work,
    networkReceivedBytes: means.receivedBytes * elapsedSeconds * ratios.promptTokens,
  };
}

/** Returns the counters and gauges of the host for the sample. */
export function measureHost({ plan }: HistoryMachine, sample: MachineSample) {
  const cpu = measureCpuModes(sample, plan.cpuCoresPerInstance);
  const disk = measureDisk(sample);
  return {
    cpuIdle: cpu.idle,
    cpuUser: cpu.user,
    cpuSystem: cpu.system,
    cpuIowait: cpu.iowait,
    sentBytes: sample.networkSentBytes,
    receivedBytes: sample.networkReceivedBytes,
    diskWrittenBytes: sample.diskWrittenBytes,
    diskWrites: disk.writes,
    diskWriteSeconds: disk.writeSeconds,
    hostLoad: sample.cpuBusySeconds / sample.elapsedSeconds,
  } as const satisfies Partial<Record<ScalarId, number>>;
}

/** Writes the fields of the GPUs for the sample into `into`. */
export function measureGpuFields(
  { plan, device }: HistoryMachine,
  sample: MachineSample,
  into: Float64Array,
): void {
  const gpuSample = device.measure(sample);
  for (const [index, { value }] of gpuFields.entries()) into[index] = value(gpuSample, sample, plan.gpu);
}
