import { expect, test } from "vitest";
import type { Span, Trace } from "@/lib/model/traces/trace";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { runToCompletion } from "@/tests/support/traces/run-to-completion";
import { describeSpan } from "./describe-span";
import { drawTrace } from "./draw-trace";
import { summariseTrace } from "@/lib/services/traces/summarise-trace";

const ms = 1_000_000;
const traceWith = (...more: readonly Partial<Span>[]): Trace =>
  drawnTrace(
    more.map((own) => ({ ...drawnSpan({ id: "a1", at: [10, 30] }, ms), ...own })),
    "7".padStart(32, "0"),
  );

test("event times are relative to the span, prompt text is omitted, and the resource is included", () => {
  const described = describeSpan(
    traceWith({
      attributes: { "gen_ai.prompt": "secret words", tokens: 3 },
      resource: { "host.name": "gpu-1" },
      events: [{ name: "queued", atNs: 15 * ms, attributes: { behind: 22 } }],
    }),
    "a1",
    undefined,
  );
  expect(described).toMatchObject({
    spans: [
      {
        attributes: { "gen_ai.prompt": "omitted", tokens: 3 },
        resource: { "host.name": "gpu-1" },
        instanceNames: ["gpu-1"],
        events: [{ name: "queued", atNs: 5 * ms, attributes: { behind: 22 } }],
      },
    ],
    omittedCount: 0,
    logsUrl: null,
  });
});

test("includes linked spans without prompt text, up to the limit, and the trace state", () => {
  const link = {
    traceId: "a".repeat(32),
    spanId: "b2",
    traceState: "x=1",
    attributes: { "gen_ai.prompt": "secret" },
  };
  const details = describeSpan(
    traceWith({ traceState: "vendor=1", links: Array.from({ length: 103 }, () => link) }),
    "a1",
    undefined,
  )?.spans[0];
  expect(details).toMatchObject({ traceState: "vendor=1", omittedLinkCount: 3 });
  expect(details?.links).toHaveLength(100);
  expect(details?.links[0]).toEqual({ ...link, attributes: { "gen_ai.prompt": "omitted" } });
  expect(describeSpan(traceWith({}), "a1", undefined)?.spans[0]).toMatchObject({
    links: [],
    traceState: null,
  });
});

test("includes the status message, truncated if long, and null when there is none", () => {
  const details = (own: Partial<Span>) =>
    describeSpan(traceWith(own), "a1", undefined)?.spans[0]?.statusMessage;
  expect(details({ isError: true, statusMessage: "boom" })).toBe("boom");
  expect(details({ statusMessage: "x".repeat(2_500) })).toMatch(/^x{2000}… 500 more characters$/);
  expect(details({ isError: true })).toBeNull();
});

test("impossible times are included as reported", () => {
  const described = describeSpan(traceWith({ impossibleTimes: "0 to 0 ns since 1970" }), "a1", undefined);
  expect(described?.spans[0]?.attributes).toEqual({ "reported times": "0 to 0 ns since 1970" });
});

test("returns both sides of a call with a shared id, merges duplicates, and returns null for an unknown id", () => {
  const trace = traceWith({ service: "client" }, { service: "server" }, { service: "server" });
  expect(describeSpan(trace, "a1", undefined)?.spans.map(({ service }) => service)).toEqual([
    "client",
    "server",
  ]);
  expect(describeSpan(trace, "b2", undefined)).toBeNull();
});

test("limits spans per id and events per span, and states the number omitted", () => {
  const many = describeSpan(
    traceWith(...Array.from({ length: 25 }, (_, index) => ({ operation: `op ${index}` }))),
    "a1",
    undefined,
  );
  expect([many?.spans.length, many?.omittedCount]).toEqual([20, 5]);
  const events = Array.from({ length: 230 }, () => ({ name: "token", atNs: 0, attributes: {} }));
  const detail = describeSpan(traceWith({ events }), "a1", undefined)?.spans[0];
  expect([detail?.events.length, detail?.omittedEventCount]).toEqual([200, 30]);
});

test("the logs URL covers five seconds before and after the span, with every name encoded", () => {
  const template =
    "https://logs.example.com/q?t={traceId}&s={spanId}&n={service}&a={start}&b={end}&c={startIso}";
  const described = describeSpan(traceWith({ service: "a&b=c" }), "a1", template);
  const url = new URL(described?.logsUrl ?? "");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    t: "7".padStart(32, "0"),
    s: "a1",
    n: "a&b=c",
    a: "1779999995010",
    b: "1780000005030",
    c: "2026-05-28T20:26:35.010Z",
  });
});

test("a span without a name is shown as such in its row and its details", () => {
  const trace = traceWith({ operation: " " });
  expect(describeSpan(trace, "a1", undefined)?.spans[0]?.operation).toBe("(no name)");
  expect(summariseTrace(trace).rootOperation).toBe("(no name)");
  expect(runToCompletion(drawTrace(trace, "raw", {})).rows.names).toContain("(no name)");
});
