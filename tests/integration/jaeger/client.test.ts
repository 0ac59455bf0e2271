/**
 * Our client on a real Jaeger by both of its APIs, and on the stand-in in its three modes: what was written is read back to the
 * nanosecond, whichever API told it.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cacheFolder, dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { startStack, type RunningStack } from "@/demo/stack/stack";
import type { JaegerPlan } from "@/demo/stack/stack-plan";
import { findInstalled } from "@/demo/stack/tools/installed";
import { jaegerRecipe } from "@/demo/stack/tools/recipes";
import { treeRows } from "@/lib/analysis/traces/tree";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { getTrace, listServices, probeApi, searchTraces, type JaegerApi } from "@/lib/sources/jaeger/client";
import { upstreamTo } from "@/tests/support/upstream";

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
}

/** A gateway that calls an engine; one span's parent was never sent, and one host's clock runs ahead. */
const written: readonly Written[] = [
  { service: "shop/gateway", name: "POST /v1/chat", id: "a1", offsetNs: 0n, lengthNs: 900_000_000n },
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
          })),
        },
      ],
    })),
  };
}

const installed = await findInstalled(jaegerRecipe(), cacheFolder());
const places: readonly (readonly [string, JaegerPlan, readonly JaegerApi[], JaegerApi])[] = [
  ["the stand-in with both", { kind: "stand-in", api: "both" }, ["v3", "old"], "v3"],
  ["the stand-in with the new one alone", { kind: "stand-in", api: "v3" }, ["v3"], "v3"],
  ["the stand-in with the old one alone", { kind: "stand-in", api: "old" }, ["old"], "old"],
  ...installed
    .slice(0, 1)
    .map((tool) => [`Jaeger ${tool.version}`, { kind: "real", tool }, ["v3", "old"], "v3"] as const),
];

describe.each(places)("%s", (_name, jaeger, apis, preferred) => {
  const folder = join(dataFolder("test-jaeger-client"), randomUUID());
  let stack: RunningStack;
  let upstream: SourceUpstream;

  beforeAll(async () => {
    stack = await startStack({ dataFolder: folder, arePortsRemembered: false, log: silentLog, jaeger });
    upstream = upstreamTo(stack.urls.jaeger);
    const sent = await fetch(`${stack.urls.otlp}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(exported()),
    });
    expect(sent.ok).toBe(true);
    const [first = "v3"] = apis;
    await waitUntil({
      what: "the written trace",
      isThere: async () => (await listServices(upstream, first)).length === 2,
      limitMs: 20_000,
      fix: "look at its log",
    });
  });
  afterAll(async () => {
    await upstream.close();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the newer API is taken where there is one", async () => {
    expect(await probeApi(upstream)).toBe(preferred);
  });

  test.each(apis)(
    "by %s a trace comes back to the nanosecond, with its services, errors and broken parents",
    async (api) => {
      const trace = await getTrace(upstream, api, traceId);
      expect(trace).not.toBeNull();
      expect(trace!.startEpochNs).toBe(String(startNs));
      const spans = trace!.spans.map(({ service, operation, startNs: offset, durationNs, isError }) => ({
        service,
        operation,
        offset,
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
      const flags = new Map(treeRows(trace!).map((row) => [row.span.operation, row.flags]));
      expect(flags.get("lost")).toContain("missing-parent");
      expect(flags.get("queue")).toContain("starts-before-parent");
    },
  );

  test.each(apis)(
    "by %s a search finds it by service and least duration, and nothing is nothing",
    async (api) => {
      const window = { startMs: nowMs - 600_000, endMs: nowMs + 60_000 };
      const found = await searchTraces(upstream, api, { service: "shop/gateway", window, limit: 10 });
      expect(found.traces.map((trace) => trace.traceId)).toEqual([traceId]);
      const slow = await searchTraces(upstream, api, {
        service: "shop/gateway",
        window,
        limit: 10,
        durationMinMs: 800,
      });
      expect(slow.traces).toHaveLength(1);
      const slower = await searchTraces(upstream, api, {
        service: "shop/gateway",
        window,
        limit: 10,
        durationMinMs: 1_000,
      });
      expect(slower.traces).toEqual([]);
      expect((await searchTraces(upstream, api, { service: "nobody", window, limit: 10 })).traces).toEqual(
        [],
      );
      expect(await getTrace(upstream, api, "0000000000000000000000000000dead")).toBeNull();
    },
  );
});
