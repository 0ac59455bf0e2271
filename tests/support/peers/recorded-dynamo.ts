/**
 * The real Dynamo, recorded once at its normal speed and once at a lower one, as a history for a frozen Prometheus. A
 * second of the recording is 15 seconds of the history, so that 20 blocks of a minute take 80 s. The observations in the
 * histograms are those of the servers; only the rate of the requests per second of the history is lower.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sendChatRequest } from "@/demo/stack/peers/chat";
import { createDynamoSpecs } from "@/demo/stack/peers/dynamo";
import { dynamoRecipe } from "@/demo/stack/peers/python";
import { choosePorts } from "@/demo/stack/ports";
import { startWatchdog, type ProcessOwner } from "@/demo/stack/process/process";
import { Scrapes } from "@/tests/support/histories/scraped-text";
import { findPythonProgram, startProcesses } from "./peer-fixture";

export interface SpeedRecording {
  readonly startMs: number;
  readonly endMs: number;
  /** Mean time from a request to the end of its response, in seconds, as its client measured it. */
  readonly meanE2eSeconds: number;
}

export interface RecordedDynamo {
  /** OpenMetrics text. */
  readonly history: string;
  /** One per speed, in order. */
  readonly recordings: readonly SpeedRecording[];
}

const scrapeMs = 1_000;
const recordedSpacingMs = 15_000;
/** Time between two recordings, in which the servers restart. */
const gapMs = 300_000;
const requestEveryMs = 300;
const outputTokens = 24;
/** Requests before a recording, so that each series exists from its first scrape on. */
const earlierRequests = 3;
const model = "toy-vllm";

/** Records Dynamo at each speed, at the times of a history that starts at `startMs`. */
export async function recordDynamo(plan: {
  readonly startMs: number;
  readonly scrapeCount: number;
  readonly speedRatios: readonly number[];
}): Promise<RecordedDynamo> {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-recorded-dynamo-"));
  const owner = { notesFolder: join(folder, "processes"), runId: "recorded-dynamo" };
  mkdirSync(owner.notesFolder);
  const releaseWatchdog = startWatchdog(owner);
  try {
    const python = await findPythonProgram(dynamoRecipe, "python");
    const ports = await choosePorts(["frontend", "worker"]);
    const scrapes = new Scrapes();
    const recordings: SpeedRecording[] = [];
    let startMs = plan.startMs;
    for (const speedRatio of plan.speedRatios) {
      const stack: RecordedStack = { folder, python, ports, owner, speedRatio };
      const recording = await recordSpeed(stack, { startMs, scrapeCount: plan.scrapeCount, scrapes });
      recordings.push(recording);
      startMs = recording.endMs + gapMs;
    }
    return { history: scrapes.writeText(), recordings };
  } finally {
    releaseWatchdog();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RecordedStack {
  readonly folder: string;
  readonly python: string;
  readonly ports: { readonly frontend: number; readonly worker: number };
  readonly owner: ProcessOwner;
  readonly speedRatio: number;
}

interface RecordingPlan {
  readonly startMs: number;
  readonly scrapeCount: number;
  readonly scrapes: Scrapes;
}

async function recordSpeed(stack: RecordedStack, plan: RecordingPlan): Promise<SpeedRecording> {
  const { ports } = stack;
  const { worker, frontend } = createDynamoSpecs({ ...stack, mockedEngine: "vllm", servedModelName: model });
  const processes = await startProcesses([worker, frontend], stack.owner);
  try {
    const frontendUrl = `http://127.0.0.1:${ports.frontend}`;
    for (let index = 0; index < earlierRequests; index += 1) await send(frontendUrl, index);
    const load = startLoad(frontendUrl);
    const begunMs = performance.now();
    for (let index = 0; index < plan.scrapeCount; index += 1) {
      await delay(Math.max(0, begunMs + index * scrapeMs - performance.now()));
      const atMs = plan.startMs + index * recordedSpacingMs;
      await Promise.all(
        Object.entries(ports).map(async ([name, port]) => {
          const response = await fetch(`http://127.0.0.1:${port}/metrics`);
          const target = { job: `dynamo-${name}`, instance: `${name}:8000` };
          plan.scrapes.add(target, await response.text(), atMs);
        }),
      );
    }
    const durations = await load.stop();
    return {
      startMs: plan.startMs,
      endMs: plan.startMs + (plan.scrapeCount - 1) * recordedSpacingMs,
      meanE2eSeconds: durations.reduce((sum, one) => sum + one, 0) / durations.length,
    };
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
  }
}

/** Sends requests at a constant rate, which does not depend on their durations. `stop` returns all durations in seconds. */
function startLoad(url: string): { readonly stop: () => Promise<readonly number[]> } {
  const sent: Promise<number>[] = [];
  const timer = setInterval(() => sent.push(send(url, sent.length)), requestEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(sent);
    },
  };
}

async function send(url: string, index: number): Promise<number> {
  const prompt = `${index} ${"words to be read before the first token ".repeat(4 + (index % 5) * 4)}`;
  const request = { url, model, prompt, maxTokens: outputTokens, isStreamed: true };
  return (await sendChatRequest(request)).e2eSeconds;
}
