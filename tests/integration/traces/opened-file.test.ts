/**
 * The endpoint that reads a trace file, and the browser's part: span details are requested with the span's bytes
 * only, a trace of the file is exported like a stored trace, and an oversized file is rejected with a message and
 * little memory.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST } from "@/app/api/v1/traces/open/route";
import { openTraces, createFileSpanReader } from "@/lib/client/queries/open-traces";
import type { OpenTracesResponse } from "@/lib/contracts/traces/open-traces";
import { maxTraceFileBytes } from "@/lib/model/traces/trace";
import type { Problem } from "@/lib/model/problem";
import { makeLegacyBody, makeV3Body, type WireSpan } from "@/lib/sources/jaeger/fixtures";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";

const sent: number[] = [];
beforeAll(() => {
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    RIDGEPOINT_LOGS_URL: "https://logs.example.com/?t={traceId}&from={start}",
  });
  vi.stubGlobal("fetch", async (path: string, { body, signal }: { body: Blob; signal?: AbortSignal }) => {
    sent.push(body.size);
    return ask(path, body, signal);
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await leaveServerEnvironment();
});

function ask(path: string, body: BodyInit, signal?: AbortSignal): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body,
    duplex: "half",
    ...(signal === undefined ? {} : { signal }),
  } as RequestInit);
  return POST(request, { params: Promise.resolve({}) });
}

const id = (text: string): string => text.padStart(16, "0");
const spanOf = (trace: string, span: string, more: Partial<WireSpan> = {}): WireSpan => ({
  traceId: trace.padStart(32, "0"),
  spanId: id(span),
  service: "gateway",
  name: "POST ünï",
  startMicroseconds: 1_790_000_000_000_000,
  durationMicroseconds: 900,
  attributes: { text: "ä".repeat(500), "gen_ai.prompt": "the words of a person" },
  ...more,
});
const spans = [
  spanOf("a", "1"),
  spanOf("a", "2", {
    parentSpanId: id("1"),
    service: "chat",
    startMicroseconds: 1_790_000_000_000_100,
    attributes: { n: 2 },
  }),
  spanOf("a", "2", {
    parentSpanId: id("1"),
    service: "store",
    startMicroseconds: 1_790_000_000_000_300,
    attributes: { n: 3 },
  }),
  spanOf("b", "2", { attributes: { n: 4 } }),
  ...Array.from({ length: 200 }, (_, index) => spanOf("a", `f${index}`, { parentSpanId: id("1") })),
];
const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);

test.each([
  ["OTLP", makeV3Body(spans)],
  ["formatted OTLP", pretty(makeV3Body(spans))],
  ["Jaeger", makeLegacyBody(spans)],
  ["formatted Jaeger", pretty(makeLegacyBody(spans))],
])("%s: a span sent alone has the same details as in the full file", async (_form, text) => {
  const file = new File([text], "traces.json");
  const traceId = "a".padStart(32, "0");
  const { displayedTrace, spanIndex } = await openTraces(file, { traceId, clock: "raw" });
  sent.length = 0;
  for (const spanId of [id("1"), id("2"), id("f7")]) {
    const read = await createFileSpanReader(file, { spanIndex }, displayedTrace!).readSpan(
      spanId,
      AbortSignal.timeout(30_000),
    );
    const response = await ask(`/api/v1/traces/open?trace=${traceId}&span=${spanId}`, file);
    expect(read).toEqual(((await response.json()) as OpenTracesResponse).span);
    expect(read.spans.length).toBe(spanId === id("2") ? 2 : 1);
  }
  expect(Math.max(...sent)).toBeLessThan(file.size / 20);
});

test("a trace of the file is exported like a stored trace, and includes prompt text only on request", async () => {
  const file = new File([makeV3Body(spans)], "traces.json");
  const traceId = "a".padStart(32, "0");
  const exported = async (query: string) =>
    (await ask(`/api/v1/traces/open?trace=${traceId}&${query}`, file)).text();
  for (const form of ["otlp", "jaeger"]) {
    const written = await exported(`as=${form}`);
    expect(written).not.toContain("the words of a person");
    expect(await exported(`as=${form}&text=include`)).toContain("the words of a person");
    const { displayedTrace } = await openTraces(new File([written], "again.json"), {
      traceId: null,
      clock: "raw",
    });
    expect([displayedTrace?.traceId, displayedTrace?.spans.rowCount]).toEqual([traceId, 203]);
  }
  expect(JSON.parse(await exported("as=chrome"))).toHaveProperty("traceEvents");
  const unnamed = await ask("/api/v1/traces/open?as=otlp", file);
  expect(unnamed.status).toBe(400);
  expect(((await unnamed.json()) as Problem).detail).toMatch(/several traces/);
});

test("50,000 of 60,000 spans are shown, and the omission is reported", async () => {
  const many = Array.from({ length: 60_000 }, (_, index) =>
    spanOf("c", (index + 1).toString(16), {
      ...(index === 0 ? {} : { parentSpanId: id("1") }),
      durationMicroseconds: index === 0 ? 900 : 5,
      attributes: {},
    }),
  );
  const { displayedTrace, spanIndex } = await openTraces(new File([makeLegacyBody(many)], "large.json"), {
    traceId: null,
    clock: "raw",
  });
  expect([displayedTrace?.spanCount, displayedTrace?.spans.rowCount]).toEqual([60_000, 50_000]);
  expect(displayedTrace?.warnings).toEqual([
    expect.stringMatching(/^50,000 of 60,000 rows are shown: .* Omitted: 10,000 rows, /),
  ]);
  expect([...(displayedTrace?.spans.omittedSpanCounts.values() ?? [])]).toEqual([10_000]);
  expect(spanIndex?.from).toHaveLength(60_000);
});

test("a body of 100 MB is rejected with a message before it is fully received", async () => {
  let taken = 0;
  const chunk = new Uint8Array(1_048_576).fill(0x20);
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      taken += chunk.length;
      controller.enqueue(chunk);
      if (taken >= 100 * chunk.length) controller.close();
    },
  });
  const response = await ask("/api/v1/traces/open", endless);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    code: "too-large",
    detail: "the body may have at most 64 MiB",
  });
  expect(taken).toBeLessThanOrEqual(maxTraceFileBytes + 3 * chunk.length);
});
