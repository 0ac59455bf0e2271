/** One engine process on one host: the engine, its CPU, and the three targets that tell about them. */
import { blockTokens, kvBlockCount, type DeploymentPlan } from "./fleet";
import { Engine } from "./engine/engine";
import type { Request } from "./engine/request";
import { gpuTarget, hostTarget, type GpuTarget, type HostTarget } from "./exposition/machine";
import { vllmTarget, type VllmTarget } from "./exposition/vllm";
import type { Conditions } from "./faults";
import { healthy } from "./faults";
import { detokenizeSecondsPerToken, requestCpuSeconds } from "./cost";
import { Cpu } from "./frontend/cpu";

interface StepSums {
  gpuSeconds: number;
  computeSeconds: number;
  memorySeconds: number;
}

const nothing = (): StepSums => ({ gpuSeconds: 0, computeSeconds: 0, memorySeconds: 0 });
const otherMemoryRatio = 0.06;
/** Achieved peaks lie below the pins' figures by the efficiencies of the cost model; activity counters count cycles of the pins. */
const tensorPeakShare = 0.65;
const dramPeakShare = 0.78;

export class Instance {
  readonly name: string;
  readonly host: string;
  readonly engine: Engine;
  readonly cpu: Cpu;
  readonly vllm: VllmTarget;
  readonly gpus: GpuTarget;
  readonly node: HostTarget;
  readonly #plan: DeploymentPlan;
  readonly #fullBlocks: number;
  #conditions: Conditions = healthy;
  #waitingForWarmth: { request: Request; atMs: number }[] = [];
  #sums = nothing();
  #sentBytes = 0;
  #receivedBytes = 0;
  #updatedMs: number;

  constructor(plan: DeploymentPlan, index: number, startMs: number) {
    this.#plan = plan;
    this.name = `${plan.name}-${index}`;
    this.host = `gpu-${plan.name}-${index}`;
    this.#fullBlocks = kvBlockCount(plan);
    this.#updatedMs = startMs;
    this.cpu = new Cpu(plan.cpuCores);
    this.vllm = vllmTarget({
      modelName: plan.model.servedName,
      blocks: this.#fullBlocks,
      gpuMemoryRatio: plan.gpuMemoryRatio,
    });
    const indexes = Array.from({ length: plan.gpusPerInstance }, (_, gpu) => gpu);
    this.gpus = gpuTarget({ host: this.host, pod: this.name, indexes, gpu: plan.gpu });
    this.node = hostTarget(this.host, plan.cpuCores);
    this.engine = new Engine(
      { model: plan.model, gpu: plan.gpu, gpuCount: plan.gpusPerInstance },
      { maxSequences: plan.maxSequences, tokenBudget: plan.tokenBudget, blocks: this.#fullBlocks },
      {
        startMs,
        listener: {
          ...this.vllm.listener,
          onStep: (step) => {
            this.#sums.gpuSeconds += step.cost.gpuSeconds;
            this.#sums.computeSeconds += step.cost.computeSeconds;
            this.#sums.memorySeconds += step.cost.memorySeconds;
            this.vllm.listener.onStep(step);
          },
        },
      },
    );
  }

  get load(): number {
    return this.engine.running.length + this.engine.waiting.length;
  }

  setConditions(conditions: Conditions, atMs: number): void {
    this.engine.advance(atMs);
    this.#conditions = conditions;
    this.engine.state = conditions.machine;
    this.engine.limits = {
      maxSequences: conditions.maxSequences ?? this.#plan.maxSequences,
      tokenBudget: this.#plan.tokenBudget,
      blocks: Math.max(64, Math.floor(this.#fullBlocks * conditions.kvCacheRatio)),
    };
  }

  submit(request: Request, atMs: number): void {
    if (atMs < this.#conditions.coldUntilMs) {
      this.#waitingForWarmth.push({ request, atMs });
      return;
    }
    this.engine.submit(request, atMs);
  }

  advance(toMs: number): void {
    if (toMs >= this.#conditions.coldUntilMs && this.#waitingForWarmth.length > 0) {
      const held = this.#waitingForWarmth;
      this.#waitingForWarmth = [];
      for (const { request, atMs } of held)
        this.engine.submit(request, Math.max(atMs, this.#conditions.coldUntilMs));
    }
    this.engine.advance(toMs);
  }

  countIn(bytes: number): void {
    this.#receivedBytes += bytes;
  }

  /** A client that went away before its answer still got its 200 with the first bytes of the stream. */
  countOut(request: Request, bytes: number): void {
    const outputTokens = request.generatedTokens;
    this.vllm.answeredHttp("/v1/chat/completions", request.finishReason === "error" ? "4xx" : "2xx");
    this.cpu.addBusySeconds(requestCpuSeconds + outputTokens * detokenizeSecondsPerToken);
    this.#sentBytes += bytes;
  }

  /** Brings gauges up to date; called before a scrape and about once a second. */
  update(nowMs: number): void {
    const seconds = (nowMs - this.#updatedMs) / 1000;
    const { running, waiting } = this.engine;
    this.vllm.gauges({
      running: running.length,
      waiting: waiting.length + this.#waitingForWarmth.length,
      kvUsageRatio: this.engine.kvUsageRatio,
    });
    if (seconds < 0.5) return;
    const sums = this.#sums;
    this.#sums = nothing();
    this.#updatedMs = nowMs;
    const { model, gpu, gpusPerInstance, gpuMemoryRatio } = this.#plan;
    const { computeRatio, bandwidthRatio } = this.engine.state;
    const pool = this.#fullBlocks * blockTokens * model.kvBytesPerToken;
    const weights = model.streamedParameters * model.bytesPerParameter;
    const share = (value: number): number => Math.min(1, value / seconds);
    this.gpus.update(
      {
        busyRatio: share(sums.gpuSeconds),
        tensorRatio: share(sums.computeSeconds * tensorPeakShare * computeRatio),
        dramRatio: share(sums.memorySeconds * dramPeakShare * bandwidthRatio),
        memoryUsedBytes: Math.min(
          gpu.memoryBytes * (gpuMemoryRatio + 0.02),
          (weights + pool) / gpusPerInstance + gpu.memoryBytes * otherMemoryRatio,
        ),
        clockRatio: this.#conditions.clockRatio,
      },
      seconds,
    );
    this.node.update(
      this.cpu.takeBusySeconds(),
      { sent: this.#sentBytes, received: this.#receivedBytes },
      seconds,
    );
    this.#sentBytes = 0;
    this.#receivedBytes = 0;
  }
}
