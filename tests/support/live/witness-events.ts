/**
 * What really happened, told by nobody's metrics: a listener in the place of an exposition that notes every event of the model
 * as it comes. It prints nothing and shares no code with what prints, so that a wrong name or unit cannot confirm itself.
 */
import type { DoneStep } from "@/demo/simulator/engine/engine";
import type { Request } from "@/demo/simulator/engine/request";
import type { Exposed, Exposition, Facts, ModelEvents } from "@/demo/simulator/exposition/exposition";
import { Witness } from "./witness";

const seconds = (fromMs: number | null, toMs: number | null): number | null =>
  fromMs === null || toMs === null ? null : (toMs - fromMs) / 1_000;

function noteEnd(witness: Witness, request: Request): void {
  const { arrivalMs, queuedMs, scheduledMs, firstTokenMs, lastTokenMs, finishedMs, way } = request;
  const { generatedTokens: tokens, promptTokens } = request;
  const isAnswered = request.finishReason === "stop" || request.finishReason === "length";
  const e2e = seconds(arrivalMs, finishedMs);
  const gatewayE2e = (seconds(way.gatewayMs, finishedMs) ?? 0) + way.returnSeconds;
  const decode = seconds(firstTokenMs, lastTokenMs);
  const prefill = seconds(scheduledMs, firstTokenMs);
  const inference = seconds(scheduledMs, lastTokenMs);
  const admission = seconds(way.gatewayMs, way.admittedMs) ?? 0;
  const tpot = decode === null || tokens < 2 ? null : decode / (tokens - 1);
  witness.note("e2eOfAll", e2e);
  witness.note("gatewayE2eOfAll", gatewayE2e);
  witness.note("queueOfAll", seconds(queuedMs, scheduledMs ?? finishedMs));
  witness.note("admission", admission);
  witness.note("lastChunk", lastChunkSeconds(request));
  if (firstTokenMs === null) witness.note("endedEarly", 1);
  else {
    witness.note("prefillOfBegun", prefill);
    witness.note("decodeOfBegun", decode);
    witness.note("tpotOfBegun", tpot ?? 0);
    witness.note("promptOfBegun", promptTokens);
    witness.note("outputOfBegun", tokens);
  }
  if (request.finishReason === "abort") witness.note("aborted", 1);
  if (request.finishReason === "error") witness.note("refused", 1);
  if (!isAnswered) return;
  witness.note("answered", 1);
  witness.note("e2e", e2e);
  witness.note("gatewayE2e", gatewayE2e);
  witness.note("queue", seconds(queuedMs, scheduledMs));
  witness.note("prefill", prefill);
  witness.note("decode", decode);
  witness.note("inference", inference);
  witness.note("tpot", tpot);
  witness.note("inferencePerToken", (inference ?? 0) / tokens);
  witness.note("gatewayPerToken", (gatewayE2e - admission) / tokens);
  witness.note("prompt", promptTokens);
  witness.note("cached", request.cachedTokens);
  witness.note("output", tokens);
}

function lastChunkSeconds({ chunks }: Request): number | null {
  const last = chunks.at(-1);
  return last === undefined ? null : seconds(last.startMs, last.endMs);
}

/** Steps between two log lines of a scheduler that counts its tokens only when it writes one. */
const stepsOfLine = 40;

function tokensByLine(witness: Witness): (step: DoneStep) => void {
  let since = { steps: 0, prompt: 0, output: 0 };
  return ({ prefillTokens, cachedTokens, decodeTokens }) => {
    since = {
      steps: since.steps + 1,
      prompt: since.prompt + prefillTokens + cachedTokens,
      output: since.output + decodeTokens,
    };
    if (since.steps < stepsOfLine) return;
    witness.note("promptByLine", since.prompt);
    witness.note("outputByLine", since.output);
    since = { steps: 0, prompt: 0, output: 0 };
  };
}

function insideEvents(witness: Witness, { engine }: Facts): ModelEvents {
  const byLine = tokensByLine(witness);
  return {
    onArrival: () => witness.note("arrived", 1),
    onToken: (request, atMs, gapMs) => {
      witness.note("token", 1);
      if (gapMs !== null) return witness.note("gap", gapMs / 1_000);
      witness.note("first", seconds(request.arrivalMs, atMs));
      witness.note("gatewayFirst", (seconds(request.way.gatewayMs, atMs) ?? 0) + request.way.returnSeconds);
      witness.note("promptAtFirst", request.promptTokens);
      witness.note("cachedAtFirst", request.cachedTokens);
      witness.note("queueAtFirst", seconds(request.queuedMs, request.scheduledMs));
    },
    onFinish: (request) => noteEnd(witness, request),
    onPreempt: () => witness.note("preempted", 1),
    onStep: (step) => {
      witness.note("step", step.prefillTokens + step.decodeTokens);
      byLine(step);
      if (step.decodeTokens > 0) witness.note("decodeStep", seconds(step.startMs, step.endMs));
      witness.note("looked", step.lookedUpTokens);
      witness.note("found", step.cachedTokens);
      const written = engine.model.kvBytesPerToken * (step.prefillTokens + step.decodeTokens);
      witness.note("flops", step.cost.flops);
      witness.note("readBytes", step.cost.bytes - written);
      witness.note("writtenBytes", written);
    },
    onMachine: (sample) => {
      witness.machine = sample;
      witness.note("cpuBusy", sample.cpuBusySeconds);
    },
  };
}

const silent = { print: () => "", restart: () => {} } as const;
const unscraped = { title: "witness", port: 1, path: "/" } as const;
export const witnessIds: ReadonlySet<string> = new Set(["witness-inside", "witness-before"]);

/** Two listeners a deployment: one in each engine's process, one where gateways stand. */
export function witnessed(witnesses: Map<string, Witness>): readonly Exposition[] {
  const of = (pod: string): Witness => {
    const known = witnesses.get(pod) ?? new Witness();
    witnesses.set(pod, known);
    return known;
  };
  const inside = (facts: Facts): Exposed => ({
    ...silent,
    listen: () => insideEvents(of(facts.engine.pod), facts),
  });
  const before = (facts: Facts): Exposed => ({
    ...silent,
    listen: (place) => {
      const witness = of(facts.engines[place]?.pod ?? "");
      return {
        onArrival: () => witness.note("taken", 1),
        onFeatures: ({ startMs, endMs }) => witness.note("features", seconds(startMs, endMs)),
      };
    },
  });
  return [
    { ...unscraped, id: "witness-inside", standing: "engine", create: inside },
    { ...unscraped, id: "witness-before", standing: "front", create: before },
  ];
}
