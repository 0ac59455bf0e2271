/**
 * M1: peak memory of the built server over the last of 24,000 distinct questions, compared with the peak of its second
 * quarter and with the documented limit. The caches are full after about 5,000. A peak does not depend on when the
 * garbage collector last ran. Takes about four minutes.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fleet } from "@/demo/simulator/fleet";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { silentLog } from "@/demo/stack/log";
import { choosePorts } from "@/demo/stack/ports";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { startStack } from "@/demo/stack/stack";
import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import type { SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { defaultMemoryLimitBytes } from "@/lib/server/environment/env";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { startPrometheus } from "@/tests/support/sources/prometheus";

type SentQuestion = SignalsRequest["questions"][number];

const questionCount = 24_000;
const quarter = questionCount / 4;
const batchSize = 20;
const spacingMs = 15_000;
const historyMs = 3_600_000;
/** Memory of the program without bodies and caches, as the documentation states it. */
const programMib = 300;
const mebibyte = 1_024 * 1_024;
const kibibytesPerMib = 1_024;

const panels = [
  { signals: ["ttft"], statistics: ["p50", "p90", "p95", "p99", "mean"] },
  { signals: ["tpot"], statistics: ["p50", "p95", "mean"] },
  { signals: ["e2e"], statistics: ["p95", "p99"] },
  { signals: ["requests"], statistics: ["rate"] },
  { signals: ["running", "waiting"], statistics: ["value"] },
  { signals: ["kv-usage"], statistics: ["value"] },
  { signals: ["prompt-length"], statistics: ["p50", "p95"] },
  { signals: ["queue-time"], statistics: ["p95"] },
] as const;
const windowsMs = [300_000, 600_000, 900_000, 1_200_000, 1_800_000] as const;

/** Returns the question with this number. Questions with other numbers have another panel, deployment or window. */
function makeQuestion(number: number, slugs: readonly string[], lastMs: number): SentQuestion {
  const pick = <T>(values: readonly T[], divisor: number): T =>
    values[Math.floor(number / divisor) % values.length]!;
  const panel = pick(panels, 1);
  const deployment = pick(slugs, panels.length);
  const windowMs = pick(windowsMs, panels.length * slugs.length);
  const endMs = lastMs - Math.floor(number / (panels.length * slugs.length * windowsMs.length)) * spacingMs;
  return {
    key: String(number),
    question: {
      v: 1,
      signals: [...panel.signals],
      statistics: [...panel.statistics],
      scope: { deployment },
      window: { from: String(endMs - windowMs), to: String(endMs) },
    },
  };
}

interface MeasuredServer {
  readonly url: string;
  readonly child: ChildProcess;
}

function readResidentMib({ child }: MeasuredServer): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / kibibytesPerMib;
}

/** Sends the questions until each one has a result. Throws if one fails. */
async function requestAll({ url }: MeasuredServer, questions: readonly SentQuestion[]): Promise<void> {
  let open = questions;
  while (open.length > 0) {
    const response = await fetch(`${url}/api/v1/signals`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ waitMs: 1_500, questions: open }),
    });
    const { panels: outcomes } = (await response.json()) as SignalsResponse;
    const failed = outcomes.find(({ state }) => state === "failed");
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
    const pending = new Set(outcomes.filter(({ state }) => state === "pending").map(({ key }) => key));
    open = open.filter(({ key }) => pending.has(key));
  }
}

/** Returns the peaks of the resident memory during the second and during the last quarter of the questions. */
async function measurePeaksMib(server: MeasuredServer, lastMs: number): Promise<readonly [number, number]> {
  const read = async (): Promise<readonly string[]> => {
    const response = await fetch(`${server.url}/api/v1/deployments`);
    return ((await response.json()) as DeploymentsResponse).deployments.map(({ slug }) => slug);
  };
  await waitUntil({
    condition: "the server to discover the deployments",
    timeoutMs: 60_000,
    fix: "read its log",
    isMet: async () => (await read().catch(() => [])).length === fleet.length,
  });
  const slugs = await read();
  const peaksMib = [0, 0, 0, 0];
  for (let number = 0; number < questionCount; number += batchSize) {
    await requestAll(
      server,
      Array.from({ length: batchSize }, (_, index) => makeQuestion(number + index, slugs, lastMs)),
    );
    const index = Math.floor(number / quarter);
    peaksMib[index] = Math.max(peaksMib[index] ?? 0, readResidentMib(server));
  }
  return [peaksMib[1] ?? Number.NaN, peaksMib[3] ?? Number.NaN];
}

/** Starts a server with a Prometheus that contains the last hour of the demo, and measures its memory. */
async function measure(): Promise<readonly [number, number]> {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-questions-"));
  // PostgreSQL runs as another user when this process runs as root.
  chmodSync(folder, 0o755);
  const cwd = await ensureAppBuild(silentLog);
  const toMs = Math.floor(Date.now() / spacingMs) * spacingMs;
  const { writeBlocks } = simulateHistory({ profiles: [], fleet, fromMs: toMs - historyMs, toMs, spacingMs });
  const prometheus = await startPrometheus(writeBlocks);
  const stack = await startStack({
    dataFolder: folder,
    reusesPorts: false,
    log: silentLog,
    postgres: { isDurable: false },
  });
  const { web } = await choosePorts(["web"]);
  const child = spawn(process.execPath, ["server.js"], {
    cwd,
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: stack.urls.database,
      PROMETHEUS_URL: prometheus.url,
      HOSTNAME: "127.0.0.1",
      PORT: String(web),
    },
  });
  try {
    return await measurePeaksMib({ url: `http://127.0.0.1:${web}`, child }, toMs - spacingMs);
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null) await once(child, "exit");
    await Promise.all([stack.stop(), prometheus.stop()]);
    rmSync(folder, { recursive: true });
  }
}

/** Needs Linux, which reports the memory of a process in /proc. */
export async function benchDistinctQuestions(): Promise<readonly BenchRow[]> {
  const [secondMib, lastMib] = await measure();
  const row = (title: string, must: number, peerMib: number): Promise<BenchRow> =>
    compare({
      id: "M1",
      title,
      unit: "MiB",
      must,
      moonshot: 0.5,
      isCount: true,
      ours: () => Promise.resolve(lastMib),
      peer: () => Promise.resolve(peerMib),
    });
  return [
    await row("peak RSS of questions 18,001 to 24,000, against questions 6,001 to 12,000", 1.1, secondMib),
    await row("the same, against the documented limit", 1, defaultMemoryLimitBytes / mebibyte + programMib),
  ];
}
