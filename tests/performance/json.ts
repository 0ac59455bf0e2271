/**
 * J1–J3: our JSON writer and readers, compared with JSON.stringify and JSON.parse on the same data. A writer or reader
 * stays only while its ratio is at most 1 / 1.5. J3 compares the longest time without a pause, not the total time.
 */
import { fleet } from "@/demo/simulator/fleet";
import { toResourceSpans } from "@/demo/simulator/traces/otlp";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { assertPresent } from "@/lib/base/assert";
import { roundToNullable } from "@/lib/semantic/evaluate/answer-series";
import { serializeJson } from "@/lib/services/signals/serialize-json";
import { readV3TracesInBlocks } from "@/lib/sources/jaeger/read-blocks";
import { separateSpans } from "@/lib/sources/otlp/separate-spans";
import { decodeResponseBody } from "@/lib/sources/prometheus/decode";
import type { DecodeRequest } from "@/lib/sources/prometheus/decoded-response";
import { makeMatrixBody } from "@/lib/sources/prometheus/fixtures";
import { scanRange } from "@/lib/sources/prometheus/scan-samples";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { seeded } from "@/tests/support/histories/vllm-history";

const stepMs = 15_000;
const startMs = 1_790_000_000_000;
const must = 1 / 1.5;
const samples = 31;
const encoder = new TextEncoder();
const megabytes = ({ length }: Uint8Array): string => `${(length / 1e6).toFixed(1)} MB`;

/** Returns the CPU time of one run of `work` in milliseconds, which other programs do not change. */
function cpuMs(work: () => unknown, runs: number): number {
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / runs;
}

const row = (id: string, title: string, ours: () => number, peer: () => number): Promise<BenchRow> =>
  compare({
    id,
    title,
    unit: "ms",
    must,
    moonshot: must / 2,
    samples,
    ours: () => Promise.resolve(ours()),
    peer: () => Promise.resolve(peer()),
  });

/** Six panels of five lines: rates and latencies with seven digits, and a gap in each line. */
function signalsAnswer(): object {
  const random = seeded(7);
  const line = (scale: number) =>
    roundToNullable(
      Float64Array.from({ length: 360 }, (_, point) =>
        point > 200 && point < 210 ? Number.NaN : scale * (0.5 + random()),
      ),
    );
  const panels = [0.03, 0.8, 12, 450, 7_300, 0.0004].map((scale) => ({
    state: "answered",
    series: Array.from({ length: 5 }, () => ({ signal: "ttft", unit: "seconds", values: line(scale) })),
  }));
  return { grid: { startMs, stepMs, pointCount: 360 }, panels };
}

/** 100 rates over three hours: of integer counters, in which 320 values repeat, or all different. */
function rangeBody(isRepeating: boolean): Uint8Array {
  const random = seeded(11);
  const rate = () => (isRepeating ? Math.floor(random() * 320) / 15 : random() * 40);
  return encoder.encode(
    makeMatrixBody(
      Array.from({ length: 100 }, (_unused, series) => ({
        metric: { __name__: "vllm:rate", instance: `10.0.0.${series}:8000`, le: String(series / 10) },
        values: Array.from(
          { length: 720 },
          (_, point) => [startMs + point * stepMs, String(rate())] as const,
        ),
      })),
    ),
  );
}

/** A v3 response with 1,000 traces of a simulated deployment. */
function traceBody(): Uint8Array {
  const plan = assertPresent(
    fleet.find(({ name }) => name === "assist-8b"),
    "the fleet has assist-8b",
  );
  const traces: RequestTrace[] = [];
  simulateHistory({
    profiles: [],
    fleet: [plan],
    fromMs: startMs,
    toMs: startMs + 240_000,
    spacingMs: stepMs,
    onTrace: (trace) => traces.push(trace),
  });
  const groups = traces.slice(0, 1_000).flatMap(({ traceId, spans }) => toResourceSpans(traceId, spans));
  return encoder.encode(JSON.stringify({ result: { resourceSpans: groups } }));
}

function longestStepMs(steps: Iterator<unknown>): number {
  const step = { isLast: false };
  let longestMs = 0;
  while (!step.isLast) {
    const stepMs = cpuMs(() => {
      step.isLast = steps.next().done === true;
    }, 1);
    longestMs = Math.max(longestMs, stepMs);
  }
  return longestMs;
}

async function benchRange(title: string, body: Uint8Array): Promise<BenchRow> {
  const request: DecodeRequest = {
    kind: "range",
    startMs,
    stepMs,
    pointCount: 720,
    maxSeries: 1_000,
    maxCells: 1_000_000,
  };
  return row(
    "J2",
    `read ${megabytes(body)} of ${title}, against JSON.parse`,
    () => cpuMs(() => decodeResponseBody(body, request, scanRange), 8),
    () => cpuMs(() => decodeResponseBody(body, request), 8),
  );
}

async function benchPauses(): Promise<readonly BenchRow[]> {
  const body = traceBody();
  const parse = () => cpuMs(() => JSON.parse(new TextDecoder().decode(body)), 1);
  const title = `longest pause while ${megabytes(body)} of traces are`;
  return [
    await row("J3", `${title} cut, against JSON.parse`, () => longestStepMs(separateSpans(body)), parse),
    await row(
      "J3",
      `${title} read in blocks, against JSON.parse`,
      () => longestStepMs(readV3TracesInBlocks(body)),
      parse,
    ),
  ];
}

async function benchWriter(): Promise<BenchRow> {
  const answer = signalsAnswer();
  return row(
    "J1",
    "write an answer of six panels, against JSON.stringify",
    () => cpuMs(() => serializeJson(answer), 60),
    () => cpuMs(() => encoder.encode(JSON.stringify(answer)), 60),
  );
}

const benches: readonly (readonly [id: string, run: () => Promise<BenchRow | readonly BenchRow[]>])[] = [
  ["J1", benchWriter],
  ["J2", () => benchRange("repeating rates", rangeBody(true))],
  ["J2", () => benchRange("rates that never repeat", rangeBody(false))],
  ["J3", benchPauses],
];

/** Runs the requested benchmarks and calls `report` with each row. */
export async function benchJson(
  report: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [id, run] of benches) {
    if (!wants(id)) continue;
    const more = [await run()].flat();
    rows.push(...more);
    more.forEach(report);
  }
  return rows;
}
