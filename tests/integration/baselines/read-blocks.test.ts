/** Blocks read from a real Prometheus equal the requests that the generator of the history observed, exactly. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { allSources } from "@/lib/model/sources/source-scope";
import { readTimeBlocks } from "@/lib/services/baselines/read-blocks";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  blockEdges,
  blockHistoryEndMs,
  blockTargets,
  listScrapes,
  writeBlockHistory,
} from "@/tests/support/histories/block-history";

const minuteMs = 60_000;
const window = { startMs: blockHistoryEndMs - 40 * minuteMs, endMs: blockHistoryEndMs };
const deployment: KnownDeployment = {
  id: "00000000-0000-7000-8000-000000000000",
  slug: "m",
  title: "m",
  model: "m",
  engine: "vllm",
  engineVersion: null,
  metricsSource: "prometheus",
  tracesSource: null,
  pools: [{ role: "both", selectors: [{ model_name: "m", job: "vllm" }] }],
  traceServices: [],
  attachments: [],
  metricNames: [],
  copyLabels: ["replica"],
  firstSeenAtMs: 0,
  lastSeenAtMs: blockHistoryEndMs,
  instances: blockTargets.map(({ instance }) => instance),
  identity: "m",
  review: "accepted",
  managedBy: "person",
  missingSinceMs: null,
  sourceScope: allSources,
};

let stage: FrozenFixture;
let measured: MeasuredBlocks;

beforeAll(async () => {
  stage = await openFrozenFixture(writeBlockHistory(), blockHistoryEndMs);
  const result = await readTimeBlocks({ deployment, window, signal: AbortSignal.timeout(60_000) });
  if (result.kind !== "blocks") throw new Error(`no blocks: ${result.reason.kind}`);
  measured = result.blocks;
});
afterAll(() => stage.close());

/** Observations of all targets that were first scraped in (fromMs, toMs]. */
function observedIn(fromMs: number, toMs: number): readonly number[] {
  return blockTargets.flatMap((target) =>
    listScrapes(target)
      .filter(({ scrapedAtMs }) => scrapedAtMs > fromMs && scrapedAtMs <= toMs)
      .flatMap(({ observed }) => observed),
  );
}

const startOf = (block: number) => measured.startMs + block * measured.blockMs;
const blockAt = (minute: number) => minute - 5;

test("uses one-minute blocks, whose edges are full minutes", () => {
  expect(measured).toMatchObject({ startMs: window.startMs, blockMs: minuteMs, blockCount: 40 });
});

test("every complete block has the observed number of each bucket, and the sum", () => {
  const { upperEdges, blocks } = assertPresent(measured.distributions.ttft, "TTFT was measured");
  expect(upperEdges).toEqual([...blockEdges, null]);
  let complete = 0;
  for (const [index, block] of blocks.entries()) {
    if (typeof block === "string") continue;
    complete += 1;
    const observed = observedIn(startOf(index), startOf(index) + minuteMs);
    const cumulative = [...blockEdges, Infinity].map((edge) => observed.filter((one) => one <= edge).length);
    expect(block.counts).toEqual(cumulative.map((count, edge) => count - (cumulative[edge - 1] ?? 0)));
    expect(block.count).toBe(observed.length);
    expect(block.weight).toBe(observed.length);
    expect(block.sum).toBeCloseTo(
      observed.reduce((sum, one) => sum + one, 0),
      6,
    );
    expect(measured.counters["output-tokens"]?.blocks[index]).toBe(observed.length * 10);
  }
  expect(complete).toBeGreaterThanOrEqual(34);
});

test("the block with a restart counts what the new process observed", () => {
  const block = measured.distributions.ttft?.blocks[blockAt(16)];
  expect(block).toMatchObject({ count: observedIn(startOf(blockAt(16)), startOf(blockAt(17))).length });
});

test("the block in which an instance starts has no value", () => {
  expect(measured.distributions.ttft?.blocks[blockAt(25)]).toBe("series-started");
});

test("a gap in the scrapes of one instance leaves no lower count", () => {
  const blocks = measured.distributions.ttft?.blocks ?? [];
  expect(blocks.slice(blockAt(29), blockAt(35)).map((block) => typeof block === "string")).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test("a signal that the engine does not report is absent with its reason", () => {
  expect(measured.absent["kv-usage"]?.detail).toBe("The window has no samples.");
  expect(measured.gauges.running?.blocks.every((value) => value === 12 || value === 9)).toBe(true);
});
