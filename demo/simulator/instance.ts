/** One engine process on one host: the engine, its CPU and GPUs, and the listeners for their events. */
import { detokenizeSecondsPerToken, computeGpuLinkBytes, requestCpuSeconds } from "./cost";
import { SimulatedEngine, type EngineListener } from "./engine/engine";
import type { EngineRequest } from "./engine/request";
import type {
  EngineFacts,
  EngineState,
  MetricsExporter,
  FeatureLookup,
  ExporterEventHandlers,
} from "./exposition/exposition";
import { healthyConditions, type InstanceConditions } from "./faults/faults";
import { tokensPerKvBlock, countKvBlocks, type DeploymentPlan } from "./fleet";
import { CpuCoreQueue } from "./frontend/cpu-core-queue";

interface StepSums {
  gpuSeconds: number;
  computeSeconds: number;
  memorySeconds: number;
  linkBytes: number;
}

const noSums = (): StepSums => ({ gpuSeconds: 0, computeSeconds: 0, memorySeconds: 0, linkBytes: 0 });
/** Read rate of local disks when an engine loads its weights. */
const diskBytesPerSecond = 2.5e9;
/** Size of a line in the access log. */
export const logBytesPerRequest = 700;
const otherMemoryRatio = 0.06;
/** Minimum length of a machine sample. */
const minSampleSeconds = 0.5;
/**
 * Achieved peaks are below the datasheet by the efficiencies of the cost model. Activity counters report cycles of
 * the datasheet peak.
 */
const tensorPeakShare = 0.65;
const dramPeakShare = 0.78;

/** Returns the facts about the engine of the deployment's instance with this index. */
export function createEngineFacts(plan: DeploymentPlan, instanceIndex: number): EngineFacts {
  return {
    pod: `${plan.name}-${instanceIndex}`,
    host: `gpu-${plan.name}-${instanceIndex}`,
    model: plan.model,
    gpu: plan.gpu,
    gpuCount: plan.gpusPerInstance,
    cpuCores: plan.cpuCoresPerInstance,
    kvBlockCount: countKvBlocks(plan),
    tokensPerKvBlock,
    maxSequences: plan.maxSequences,
    gpuMemoryRatio: plan.gpuMemoryRatio,
  };
}

/** Returns the bytes that an engine uses on each of its GPUs: weights, KV cache, and the rest of the process. */
export function computeGpuMemoryBytes(plan: DeploymentPlan): number {
  const { model, gpu, gpusPerInstance, gpuMemoryRatio } = plan;
  const pool = countKvBlocks(plan) * tokensPerKvBlock * model.kvBytesPerToken;
  const weights = model.streamedParameters * model.bytesPerParameter;
  return Math.min(
    gpu.memoryBytes * (gpuMemoryRatio + 0.02),
    (weights + pool) / gpusPerInstance + gpu.memoryBytes * otherMemoryRatio,
  );
}

/** Exporters of the full deployment, and this instance's index among its engines. */
export interface DeploymentExporters {
  readonly exporters: readonly MetricsExporter[];
  readonly instanceIndex: number;
}

/** One engine with its host: CPU, GPUs, disk and network. */
export class Instance {
  readonly facts: EngineFacts;
  readonly engine: SimulatedEngine;
  readonly cpu: CpuCoreQueue;
  /** Exporters of its process and host, in the order of the plan. */
  readonly exporters: readonly MetricsExporter[];
  readonly #listeners: readonly ExporterEventHandlers[];
  readonly #instanceListeners: readonly ExporterEventHandlers[];
  readonly #deploymentListeners: readonly ExporterEventHandlers[];
  readonly #plan: DeploymentPlan;
  readonly #fullBlocks: number;
  readonly #gpuMemoryBytes: number;
  #conditions: InstanceConditions = healthyConditions;
  #waitingForWarmth: { request: EngineRequest; atMs: number }[] = [];
  #sums = noSums();
  #sentBytes = 0;
  #receivedBytes = 0;
  #writtenBytes = 0;
  #updatedMs: number;

  constructor(plan: DeploymentPlan, { exporters, instanceIndex }: DeploymentExporters, startMs: number) {
    this.#plan = plan;
    this.facts = createEngineFacts(plan, instanceIndex);
    this.#fullBlocks = this.facts.kvBlockCount;
    this.#gpuMemoryBytes = computeGpuMemoryBytes(plan);
    this.#updatedMs = startMs;
    this.cpu = new CpuCoreQueue(plan.cpuCoresPerInstance);
    this.exporters = plan.expositions
      .filter(({ scope }) => scope !== "deployment")
      .map(({ create }) =>
        create({
          deploymentName: plan.name,
          modelName: plan.model.servedName,
          firstEngine: this.facts,
          engines: [this.facts],
          startMs,
        }),
      );
    this.#instanceListeners = this.exporters.map((one) => one.createHandlers(0));
    this.#deploymentListeners = exporters.map((one) => one.createHandlers(instanceIndex));
    this.#listeners = [...this.#instanceListeners, ...this.#deploymentListeners];
    this.engine = new SimulatedEngine(
      { model: plan.model, gpu: plan.gpu, gpuCount: plan.gpusPerInstance },
      { maxSequences: plan.maxSequences, stepTokenBudget: plan.stepTokenBudget, kvBlocks: this.#fullBlocks },
      { startMs, listener: this.#notifyListeners() },
    );
  }

  get name(): string {
    return this.facts.pod;
  }

  get host(): string {
    return this.facts.host;
  }

  /** Running and waiting requests. */
  get requestCount(): number {
    return this.engine.running.length + this.engine.waiting.length;
  }

  get engineState(): EngineState {
    const { running, prefillingCount, waiting, kvUsageRatio, usedKvBlocks, limits } = this.engine;
    return {
      runningCount: running.length,
      prefillingCount,
      waitingCount: waiting.length + this.#waitingForWarmth.length,
      kvUsageRatio,
      usedKvBlocks,
      kvBlockCount: limits.kvBlocks,
    };
  }

  setConditions(conditions: InstanceConditions, atMs: number): void {
    this.engine.changeMachineState(conditions.machineState, atMs);
    this.#conditions = conditions;
    this.engine.limits = {
      maxSequences: conditions.maxSequencesUnderFault ?? this.#plan.maxSequences,
      stepTokenBudget: this.#plan.stepTokenBudget,
      kvBlocks: Math.max(64, Math.floor(this.#fullBlocks * conditions.availableKvRatio)),
    };
  }

  /** Notifies the deployment's exporters that the gateway accepted a request for this instance. */
  notifyDeploymentExporters(request: EngineRequest, features: FeatureLookup | null): void {
    for (const { onArrival, onFeatureLookup } of this.#deploymentListeners) {
      onArrival?.(request);
      if (features !== null) onFeatureLookup?.(features);
    }
  }

  /** Notifies listeners that the engine's front end received the request. Tokenization follows. */
  notifyArrival(request: EngineRequest): void {
    for (const { onArrival } of this.#instanceListeners) onArrival?.(request);
  }

  submit(request: EngineRequest, atMs: number): void {
    // The client disconnected during tokenization.
    if (request.finishedMs !== null) return;
    if (atMs < this.#conditions.coldUntilMs) {
      this.#waitingForWarmth.push({ request, atMs });
      return;
    }
    this.engine.submit(request, atMs);
  }

  advance(toMs: number): void {
    if (toMs >= this.#conditions.coldUntilMs && this.#waitingForWarmth.length > 0) {
      const waiting = this.#waitingForWarmth;
      this.#waitingForWarmth = [];
      for (const { request, atMs } of waiting)
        this.submit(request, Math.max(atMs, this.#conditions.coldUntilMs));
    }
    this.engine.advance(toMs);
  }

  countReceivedBytes(bytes: number): void {
    this.#receivedBytes += bytes;
  }

  /** Counts the network bytes, CPU time and log line of a finished response. */
  countResponse(request: EngineRequest, bytes: number): void {
    this.cpu.addBusySeconds(requestCpuSeconds + request.generatedTokens * detokenizeSecondsPerToken);
    this.#sentBytes += bytes;
    this.#writtenBytes += logBytesPerRequest;
  }

  /** Emits a machine sample for the time since the previous one. Called before a scrape and about once a second. */
  emitMachineSample(nowMs: number): void {
    const elapsedSeconds = (nowMs - this.#updatedMs) / 1000;
    if (elapsedSeconds < minSampleSeconds) return;
    const sums = this.#sums;
    this.#sums = noSums();
    const coldSeconds = Math.max(0, Math.min(nowMs, this.#conditions.coldUntilMs) - this.#updatedMs) / 1000;
    this.#updatedMs = nowMs;
    const { computeSpeedRatio } = this.engine.machineState;
    const share = (value: number): number => Math.min(1, value / elapsedSeconds);
    const sample = {
      elapsedSeconds,
      gpuBusyRatio: share(sums.gpuSeconds),
      tensorActiveRatio: share(sums.computeSeconds * tensorPeakShare * computeSpeedRatio),
      // Slower memory keeps its bus busy: the counter reports cycles, not bytes.
      dramActiveRatio: share(sums.memorySeconds * dramPeakShare),
      gpuMemoryUsedBytes: this.#gpuMemoryBytes,
      clockRatio: this.#conditions.clockRatio,
      cpuBusySeconds: this.cpu.takeBusySeconds(),
      cpuWaitSeconds: this.cpu.takeWaitSeconds(),
      diskReadBytes: coldSeconds * diskBytesPerSecond,
      diskWrittenBytes: this.#writtenBytes,
      linkBytes: sums.linkBytes,
      networkSentBytes: this.#sentBytes,
      networkReceivedBytes: this.#receivedBytes,
    };
    this.#sentBytes = 0;
    this.#receivedBytes = 0;
    this.#writtenBytes = 0;
    for (const { onMachineSample } of this.#listeners) onMachineSample?.(sample);
  }

  #notifyListeners(): EngineListener {
    const listeners = this.#listeners;
    return {
      onToken: (request, atMs, gapMs) => {
        for (const { onToken } of listeners) onToken?.(request, atMs, gapMs);
      },
      onFinish: (request) => {
        for (const { onFinish } of listeners) onFinish?.(request);
      },
      onPreempt: (request) => {
        for (const { onPreempt } of listeners) onPreempt?.(request);
      },
      onStep: (step) => {
        this.#sums.gpuSeconds += step.cost.gpuSeconds;
        this.#sums.computeSeconds += step.cost.computeSeconds;
        this.#sums.memorySeconds += step.cost.memorySeconds;
        this.#sums.linkBytes += computeGpuLinkBytes(
          this.engine.machine,
          step.prefillTokens + step.decodeTokens,
        );
        for (const { onStep } of listeners) onStep?.(step);
      },
    };
  }
}
