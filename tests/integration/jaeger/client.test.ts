/**
 * Trace readers against a real Jaeger with both APIs, and against a simulated store in its three modes and as Tempo.
 * Written traces are read back to the nanosecond by every API.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cacheFolder, dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { startStack, type RunningStack } from "@/demo/stack/stack";
import type { JaegerPlan } from "@/demo/stack/stack-plan";
import { findInstalled } from "@/demo/stack/tools/installed";
import { createJaegerRecipe } from "@/demo/stack/tools/recipes";
import { buildTreeRows } from "@/lib/analysis/traces/tree-rows";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { createJaegerReader, detectApiVersion } from "@/lib/sources/jaeger/client";
import { probeTempo, createTempoReader } from "@/lib/sources/tempo/client";
import type { TraceApi, TraceReader } from "@/lib/model/traces/trace-reader";
import { readTraces } from "@/lib/services/traces/query/read-traces";
import { createTestUpstream } from "@/tests/support/server/upstream";

const nowMs = Date.now();
const startNs = BigInt(nowMs - 60_000) * 1_000_000n + 123n * 1_000n;
const traceId = "00000000000000000000000000c0ffee";

interface Written {
  readonly service: string;
  readonly name: string;
  readonly id: string;
  readonly parent?: string;
  readonly offsetNs: bigint;
  readonly lengthNs: bigint;
  readonly isError?: boolean;
  readonly traceState?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A gateway that calls an engine. The parent of one span is missing, and the clock of one host runs ahead. */
const written: readonly Written[] = [
  {
    service: "shop/gateway",
    name: "POST /v1/chat",
    id: "a1",
    offsetNs: 0n,
    lengthNs: 900_000_000n,
    traceState: "vendor=1,other=b",
    links: [{ traceId: "000000000000000000000000000ba7c4", spanId: "00000000000000e5" }],
  },
  {
    service: "chat",
    name: "llm_request",
    id: "b2",
    parent: "a1",
    offsetNs: 5_000_000n,
    lengthNs: 880_000_000n,
    isError: true,
  },
  { service: "chat", name: "queue", id: "c3", parent: "b2", offsetNs: 4_000_000n, lengthNs: 300_001_000n },
  { service: "chat", name: "lost", id: "d4", parent: "ff", offsetNs: 10_000_000n, lengthNs: 1_000_000n },
];
const idOf = (short: string): string => short.padStart(16, "0");

function exported(): unknown {
  const services = Map.groupBy(written, ({ service }) => service);
  return {
    resourceSpans: [...services].map(([service, spans]) => ({
      resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
      scopeSpans: [
        {
          scope: { name: "test" },
          spans: spans.map((span) => ({
            traceId,
            spanId: idOf(span.id),
            ...(span.parent === undefined ? {} : { parentSpanId: idOf(span.parent) }),
            name: span.name,
            kind: 2,
            startTimeUnixNano: String(startNs + span.offsetNs),
            endTimeUnixNano: String(startNs + span.offsetNs + span.lengthNs),
            attributes: [{ key: "gen_ai.usage.prompt_tokens", value: { intValue: "512" } }],
            ...(span.isError === true ? { status: { code: 2 } } : {}),
            ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
            ...(span.links === undefined ? {} : { links: span.links }),
          })),
        },
      ],
    })),
  };
}

/**
 * One trace of two spans every half second, and as many again within 0.6 s around a full second. Tempo's resolution
 * is one second, so more than one interval's limit within a second could not be read.
 */
const many = 1_200;
const manyIds = Array.from({ length: many }, (_, index) => `f${index.toString(16).padStart(31, "0")}`);
const manyFromMs = Math.floor(nowMs / 1_000) * 1_000 - 700_000;
const crowdOffsetMs = 100;
const manyStartMs = (index: number): number =>
  index < many / 2 ? manyFromMs + index * 500 : manyFromMs + 400_000 + index + crowdOffsetMs;

function manyExported(from: number, to: number): unknown {
  const spans = manyIds.slice(from, to).flatMap((id, location) => {
    const startMs = manyStartMs(from + location);
    const span = { traceId: id, kind: 2, startTimeUnixNano: `${startMs}000001`, attributes: [] };
    return [
      { ...span, spanId: idOf("a1"), name: "root", endTimeUnixNano: `${startMs + 9}000000` },
      {
        ...span,
        spanId: idOf("b2"),
        parentSpanId: idOf("a1"),
        name: "child",
        endTimeUnixNano: `${startMs + 5}000000`,
      },
    ];
  });
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "many" } }] },
        scopeSpans: [{ scope: { name: "test" }, spans }],
      },
    ],
  };
}

const installed = await findInstalled(createJaegerRecipe(), cacheFolder());
const stores: readonly (readonly [string, JaegerPlan, readonly TraceApi[]])[] = [
  ["the simulated store with both APIs", { kind: "trace-store", api: "both" }, ["v3", "old"]],
  ["the simulated store with v3 only", { kind: "trace-store", api: "v3" }, ["v3"]],
  ["the simulated store with the legacy API only", { kind: "trace-store", api: "old" }, ["old"]],
  ["the simulated store as Tempo", { kind: "trace-store", api: "tempo" }, ["tempo"]],
  ...installed
    .slice(0, 1)
    .map((tool) => [`Jaeger ${tool.version}`, { kind: "real", tool }, ["v3", "old"]] as const),
];

describe.each(stores)("%s", (_name, jaeger, apis) => {
  const folder = join(dataFolder("test-jaeger-client"), randomUUID());
  let stack: RunningStack;
  let upstream: SourceUpstream;

  beforeAll(async () => {
    stack = await startStack({ dataFolder: folder, reusesPorts: false, log: silentLog, jaeger });
    upstream = createTestUpstream(stack.urls.jaeger);
    await send(exported());
    const [first = "v3"] = apis;
    await waitUntil({
      condition: "the written trace",
      isMet: async () => (await readerOf(first).services()).length === 2,
      timeoutMs: 120_000,
      fix: "check its log",
    });
  });
  function readerOf(api: TraceApi): TraceReader {
    return api === "tempo" ? createTempoReader(upstream) : createJaegerReader(upstream, api);
  }
  async function send(body: unknown): Promise<void> {
    const sent = await fetch(`${stack.urls.otlp}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(sent.ok).toBe(true);
  }
  afterAll(async () => {
    await upstream.close();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("detects the API, preferring the newer one", async () => {
    const isTempo = apis.includes("tempo");
    const [found, tempo] = await Promise.allSettled([detectApiVersion(upstream), probeTempo(upstream)]);
    expect(tempo.status).toBe(isTempo ? "fulfilled" : "rejected");
    expect(found).toMatchObject(isTempo ? { status: "rejected" } : { value: apis[0] });
  });

  test.each(apis)(
    "%s: a trace is read back to the nanosecond, with services, errors and missing parents",
    async (api) => {
      const trace = await readerOf(api).get(traceId);
      expect(trace).not.toBeNull();
      expect(trace!.startEpochNs).toBe(String(startNs));
      const spans = trace!.spans.map(({ service, operation, startNs, durationNs, isError }) => ({
        service,
        operation,
        offset: startNs,
        durationNs,
        isError,
      }));
      const expected = written.map((span) => ({
        service: span.service,
        operation: span.name,
        offset: Number(span.offsetNs),
        durationNs: Number(span.lengthNs),
        isError: span.isError === true,
      }));
      const byName = (a: { operation: string }, b: { operation: string }): number =>
        a.operation.localeCompare(b.operation);
      expect(spans.toSorted(byName)).toEqual(expected.toSorted(byName));
      const root = trace!.spans.find(({ operation }) => operation === "POST /v1/chat");
      expect(root).toMatchObject({
        parentSpanId: null,
        traceState: written[0]?.traceState,
        links: [{ ...written[0]?.links?.[0], attributes: {} }],
      });
      const flags = new Map(buildTreeRows(trace!).map((row) => [row.span.operation, row.flags]));
      expect(flags.get("lost")).toContain("missing-parent");
      expect(flags.get("queue")).toContain("starts-before-parent");
    },
  );

  test.each(apis)(
    "%s: a search finds it by service and minimum duration, and an empty result is empty",
    async (api) => {
      const window = { startMs: nowMs - 600_000, endMs: nowMs + 60_000 };
      const found = await readerOf(api).search({ service: "shop/gateway", window, maxTraces: 10 });
      expect(found.traces.map((trace) => trace.traceId)).toEqual([traceId]);
      const slow = await readerOf(api).search({
        service: "shop/gateway",
        window,
        maxTraces: 10,
        durationMinMs: 800,
      });
      expect(slow.traces).toHaveLength(1);
      const slower = await readerOf(api).search({
        service: "shop/gateway",
        window,
        maxTraces: 10,
        durationMinMs: 1_000,
      });
      expect(slower.traces).toEqual([]);
      expect((await readerOf(api).search({ service: "nobody", window, maxTraces: 10 })).traces).toEqual([]);
      expect(await readerOf(api).get("0000000000000000000000000000dead")).toBeNull();
    },
  );

  test("many traces are read back completely and once, at any density", async () => {
    for (let from = 0; from < many; from += 300) await send(manyExported(from, from + 300));
    const window = { startMs: manyFromMs - 1_000, endMs: nowMs };
    const ask = { service: "many", window, maxTraces: 5_000 };
    for (const api of apis) {
      const reader = readerOf(api);
      await vi.waitFor(async () => expect((await readTraces(reader, ask)).returnedCount).toBe(many), {
        timeout: 240_000,
        interval: 500,
      });
      const read = await readTraces(reader, ask);
      expect(read.traces.map((trace) => trace.traceId).toSorted()).toEqual(manyIds.toSorted());
      expect(read.traces.every(({ spans }) => spans.length === 2)).toBe(true);
      expect(read).toMatchObject({
        requestedCount: 5_000,
        returnedCount: many,
        isTruncated: false,
        stoppedBy: null,
        coveredWindow: window,
      });

      const newest = await readTraces(reader, { ...ask, maxTraces: 100 });
      const expected = manyIds.slice(-100).toReversed();
      expect(newest.traces.map((trace) => trace.traceId)).toEqual(expected);
      expect(newest).toMatchObject({ returnedCount: 100, isTruncated: true, stoppedBy: "max-traces" });

      const filtered = await readTraces(reader, {
        ...ask,
        filters: { operation: "child", durationMinMs: 7 },
      });
      expect(filtered).toMatchObject({ returnedCount: 0, isTruncated: false });
    }
  });
});
