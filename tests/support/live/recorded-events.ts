/**
 * Records the true events of the simulation through an exposition that prints nothing. It shares no code with the
 * printing expositions, so that a wrong name or unit cannot confirm itself.
 */
import type { CompletedStep } from "@/demo/simulator/engine/engine";
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type {
  MetricsExporter,
  Exposition,
  ExporterFacts,
  ExporterEventHandlers,
} from "@/demo/simulator/exposition/exposition";
import { EventRecorder } from "./event-recorder";

const seconds = (fromMs: number | null, toMs: number | null): number | null =>
  fromMs === null || toMs === null ? null : (toMs - fromMs) / 1_000;

function recordEnd(recorder: EventRecorder, request: EngineRequest): void {
  const { arrivalMs, queuedMs, scheduledMs, firstTokenMs, lastTokenMs, finishedMs, gateway } = request;
  const { generatedTokens: tokens, promptTokens } = request;
  const isAnswered = request.finishReason === "stop" || request.finishReason === "length";
  const e2e = seconds(arrivalMs, finishedMs);
  const gatewayE2e = (seconds(gateway.gatewayArrivalMs, finishedMs) ?? 0) + gateway.returnSeconds;
  const decode = seconds(firstTokenMs, lastTokenMs);
  const prefill = seconds(scheduledMs, firstTokenMs);
  const inference = seconds(scheduledMs, lastTokenMs);
  const admission = seconds(gateway.gatewayArrivalMs, gateway.admittedMs) ?? 0;
  const tpot = decode === null || tokens < 2 ? null : decode / (tokens - 1);
  recorder.record("e2eOfAll", e2e);
  recorder.record("gatewayE2eOfAll", gatewayE2e);
  recorder.record("queueOfAll", seconds(queuedMs, scheduledMs ?? finishedMs));
  recorder.record("admission", admission);
  recorder.record("lastChunk", lastChunkSeconds(request));
  if (firstTokenMs === null) recorder.record("endedEarly", 1);
  else {
    recorder.record("prefillOfBegun", prefill);
    recorder.record("decodeOfBegun", decode);
    recorder.record("tpotOfBegun", tpot ?? 0);
    recorder.record("promptOfBegun", promptTokens);
    recorder.record("outputOfBegun", tokens);
  }
  if (request.finishReason === "abort") recorder.record("aborted", 1);
  if (request.finishReason === "error") recorder.record("refused", 1);
  if (!isAnswered) return;
  recorder.record("answered", 1);
  recorder.record("e2e", e2e);
  recorder.record("gatewayE2e", gatewayE2e);
  recorder.record("queue", seconds(queuedMs, scheduledMs));
  recorder.record("prefill", prefill);
  recorder.record("decode", decode);
  recorder.record("inference", inference);
  recorder.record("tpot", tpot);
  recorder.record("inferencePerToken", (inference ?? 0) / tokens);
  recorder.record("gatewayPerToken", (gatewayE2e - admission) / tokens);
  recorder.record("prompt", promptTokens);
  recorder.record("cached", request.cachedTokens);
  recorder.record("output", tokens);
}

function lastChunkSeconds({ prefillChunks }: EngineRequest): number | null {
  const last = prefillChunks.at(-1);
  return last === undefined ? null : seconds(last.startMs, last.endMs);
}

/** Steps between two log lines of a scheduler that counts its tokens only when it writes one. */
const stepsOfLine = 40;

function tokensByLine(recorder: EventRecorder): (step: CompletedStep) => void {
  let since = { steps: 0, prompt: 0, output: 0 };
  return ({ prefillTokens, prefixHitTokens, decodeTokens }) => {
    since = {
      steps: since.steps + 1,
      prompt: since.prompt + prefillTokens + prefixHitTokens,
      output: since.output + decodeTokens,
    };
    if (since.steps < stepsOfLine) return;
    recorder.record("promptByLine", since.prompt);
    recorder.record("outputByLine", since.output);
    since = { steps: 0, prompt: 0, output: 0 };
  };
}

function insideEvents(recorder: EventRecorder, { firstEngine }: ExporterFacts): ExporterEventHandlers {
  const byLine = tokensByLine(recorder);
  return {
    onArrival: () => recorder.record("arrived", 1),
    onToken: (request, atMs, gapMs) => {
      recorder.record("token", 1);
      if (gapMs !== null) return recorder.record("gap", gapMs / 1_000);
      recorder.record("first", seconds(request.arrivalMs, atMs));
      recorder.record(
        "gatewayFirst",
        (seconds(request.gateway.gatewayArrivalMs, atMs) ?? 0) + request.gateway.returnSeconds,
      );
      recorder.record("promptAtFirst", request.promptTokens);
      recorder.record("cachedAtFirst", request.cachedTokens);
      recorder.record("queueAtFirst", seconds(request.queuedMs, request.scheduledMs));
    },
    onFinish: (request) => recordEnd(recorder, request),
    onPreempt: () => recorder.record("preempted", 1),
    onStep: (step) => {
      recorder.record("step", step.prefillTokens + step.decodeTokens);
      byLine(step);
      if (step.decodeTokens > 0) recorder.record("decodeStep", seconds(step.startMs, step.endMs));
      recorder.record("looked", step.prefixQueriedTokens);
      recorder.record("found", step.prefixHitTokens);
      const written = firstEngine.model.kvBytesPerToken * (step.prefillTokens + step.decodeTokens);
      recorder.record("flops", step.cost.flops);
      recorder.record("readBytes", step.cost.memoryTrafficBytes - written);
      recorder.record("writtenBytes", written);
    },
    onMachineSample: (sample) => {
      recorder.machine = sample;
      recorder.record("cpuBusy", sample.cpuBusySeconds);
    },
  };
}

const silent = { printMetrics: () => "", resetCounters: () => {} } as const;
const unscraped = { title: "witness", port: 1, path: "/" } as const;
export const recorderExpositionIds: ReadonlySet<string> = new Set(["witness-inside", "witness-before"]);

/** Returns two recording expositions for a deployment: one per engine, one at its gateway. */
export function recordingExpositions(recorders: Map<string, EventRecorder>): readonly Exposition[] {
  const of = (pod: string): EventRecorder => {
    const known = recorders.get(pod) ?? new EventRecorder();
    recorders.set(pod, known);
    return known;
  };
  const inside = (facts: ExporterFacts): MetricsExporter => ({
    ...silent,
    createHandlers: () => insideEvents(of(facts.firstEngine.pod), facts),
  });
  const before = (facts: ExporterFacts): MetricsExporter => ({
    ...silent,
    createHandlers: (engineIndex) => {
      const recorder = of(facts.engines[engineIndex]?.pod ?? "");
      return {
        onArrival: () => recorder.record("taken", 1),
        onFeatureLookup: ({ startMs, endMs }) => recorder.record("features", seconds(startMs, endMs)),
      };
    },
  });
  return [
    { ...unscraped, id: "witness-inside", scope: "engine", create: inside },
    { ...unscraped, id: "witness-before", scope: "deployment", create: before },
  ];
}
