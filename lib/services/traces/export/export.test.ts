import fc from "fast-check";
import { expect, test } from "vitest";
import { countDistinctSpans } from "@/lib/analysis/traces/distinct-spans";
import { endNs } from "@/lib/analysis/traces/tree-rows";
import type { AttributeValue, Span, SpanLink, Trace } from "@/lib/model/traces/trace";
import { readTraceFile } from "@/lib/services/traces/files/read-trace-file";
import { runToCompletion } from "@/tests/support/traces/run-to-completion";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { serializeChromeTrace, assignTracks } from "./chrome-trace";
import { serializeJaegerJson } from "./jaeger-json";
import { serializeOtlpJson } from "./otlp-json";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);
const named = (values: fc.Arbitrary<AttributeValue>) =>
  fc.dictionary(
    text.filter((key) => key !== "__proto__"),
    values,
    { maxKeys: 4 },
  );
const id = fc.stringMatching(/^[1-9a-f][0-9a-f]{15}$/);

/** Random span with times in multiples of `stepNs`. */
const anySpanOf = (
  attributes: fc.Arbitrary<Readonly<Record<string, AttributeValue>>>,
  stepNs: number,
): fc.Arbitrary<Span> =>
  fc.record({
    spanId: id,
    parentSpanId: fc.option(id),
    service: fc.constantFrom("gateway", "engine", "<b>"),
    operation: text,
    kind: fc.constantFrom("internal", "server", "client", "producer", "consumer", "unspecified"),
    isError: fc.boolean(),
    startNs: fc.nat(1_000_000).map((steps) => steps * stepNs),
    durationNs: fc.nat(1_000_000).map((steps) => steps * stepNs),
    attributes,
    resource: fc.constantFrom({}, { "host.name": "a" }, { "host.name": "b", cores: 8 }),
    events: fc.array(
      fc.record({
        name: text.filter((name) => name !== ""),
        atNs: fc.nat(1_000_000).map((steps) => steps * stepNs),
        attributes,
      }),
      { maxLength: 2 },
    ),
    scope: fc.constantFrom(null, "sdk"),
  });

/** Adds a status message to some spans. */
const withMessage = (span: fc.Arbitrary<Span>): fc.Arbitrary<Span> =>
  fc
    .tuple(span, fc.option(fc.constantFrom("boom", "<b>no space</b>")))
    .map(([own, statusMessage]) => (statusMessage === null ? own : { ...own, statusMessage }));

/** Adds links to some spans. */
const withLinks = (span: fc.Arbitrary<Span>, link: fc.Arbitrary<SpanLink>): fc.Arbitrary<Span> =>
  fc
    .tuple(span, fc.array(link, { maxLength: 2 }), fc.option(fc.constantFrom("vendor=1", "a=b,c=d")))
    .map(([own, links, traceState]) => ({
      ...own,
      ...(links.length === 0 ? {} : { links }),
      ...(traceState === null ? {} : { traceState }),
    }));

const otherTrace = fc.stringMatching(/^[1-9a-f][0-9a-f]{31}$/);

const anyTraceOf = (spans: fc.Arbitrary<Span>): fc.Arbitrary<Trace> =>
  fc.array(spans, { minLength: 1, maxLength: 12 }).map((allEvents) => {
    const firstNs = Math.min(...allEvents.map(({ startNs }) => startNs));
    const shifted = allEvents.map((span) => ({
      ...span,
      startNs: span.startNs - firstNs,
      events: span.events.map((event) => ({ ...event, atNs: event.atNs - firstNs })),
      resource: { ...span.resource, "service.name": span.service },
    }));
    return {
      traceId: "5eed".padStart(32, "0"),
      startEpochNs: "1790000000000000000",
      durationNs: Math.max(...shifted.map(endNs)),
      spans: shifted,
    };
  });

async function readBack(written: string): Promise<Trace | undefined> {
  const { traces, unreadableSpanCount } = await readTraceFile(
    new TextEncoder().encode(written),
    AbortSignal.timeout(30_000),
  );
  expect(unreadableSpanCount).toBe(0);
  return traces[0];
}

/** Sorts the spans, because a file may group them by process. */
const sorted = (trace: Trace | undefined): unknown =>
  trace && { ...trace, spans: countDistinctSpans(trace.spans) };

const exported = { includesPromptText: true };

test("property: OTLP export can be read back without loss, to the nanosecond", async () => {
  const values = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  const link = fc
    .record({
      traceId: otherTrace,
      spanId: id,
      attributes: named(values),
      traceState: fc.option(fc.constant("x=y")),
    })
    .map(({ traceState, ...rest }): SpanLink => (traceState === null ? rest : { ...rest, traceState }));
  await fc.assert(
    fc.asyncProperty(anyTraceOf(withLinks(withMessage(anySpanOf(named(values), 1)), link)), async (trace) => {
      expect(sorted(await readBack(runToCompletion(serializeOtlpJson(trace, exported))))).toEqual(
        sorted(trace),
      );
    }),
  );
});

test("property: Jaeger export can be read back, to the microsecond", async () => {
  const attributes = named(scalar).map((allEvents) =>
    Object.fromEntries(Object.entries(allEvents).filter(([name]) => !["event", "error"].includes(name))),
  );
  // In Jaeger JSON links have no attributes, and the first link within the trace becomes the parent of a root.
  const link = fc.record({ traceId: otherTrace, spanId: id, attributes: fc.constant({}) });
  const anySpan = fc
    .tuple(anySpanOf(attributes, 1_000), fc.boolean())
    .map(([span, follows]): Span =>
      follows && span.parentSpanId !== null ? { ...span, isFollowsFrom: true } : span,
    );
  await fc.assert(
    fc.asyncProperty(anyTraceOf(withLinks(withMessage(anySpan), link)), async (trace) => {
      expect(sorted(await readBack(runToCompletion(serializeJaegerJson(trace, exported))))).toEqual(
        sorted(trace),
      );
    }),
  );
});

test("Jaeger export truncates start and duration to microseconds, like Jaeger", () => {
  const span = { ...drawnSpan({ id: "a1", at: [699_532_999, 701_564_949] }), events: [] };
  const trace = { ...drawnTrace([span]), startEpochNs: "1780000000000000000" };
  const { data } = JSON.parse(runToCompletion(serializeJaegerJson(trace, exported))) as {
    data: { spans: { startTime: number; duration: number }[] }[];
  };
  expect(data[0]?.spans[0]).toMatchObject({ startTime: 1_780_000_000_699_532, duration: 2_031 });
});

interface ChromeEvent {
  readonly ph: string;
  readonly ts: number;
  readonly dur: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: Readonly<Record<string, unknown>>;
}

test("property: each span is one Chrome event, and events on one track nest", () => {
  fc.assert(
    fc.property(anyTraceOf(anySpanOf(named(scalar), 1)), (trace) => {
      const { traceEvents } = JSON.parse(runToCompletion(serializeChromeTrace(trace, exported))) as {
        traceEvents: ChromeEvent[];
      };
      const events = traceEvents.filter(({ ph }) => ph === "X");
      expect(events.map(({ args }) => String(args["span id"])).toSorted()).toEqual(
        countDistinctSpans(trace.spans)
          .map(({ span }) => span.spanId)
          .toSorted(),
      );
      const tracks = Map.groupBy(
        assignTracks(countDistinctSpans(trace.spans).map(({ span }) => span)),
        ({ pid, tid }) => `${pid} ${tid}`,
      );
      for (const track of tracks.values())
        for (const [index, { span: one }] of track.entries())
          for (const { span: later } of track.slice(index + 1))
            expect(later.startNs >= endNs(one) || endNs(later) <= endNs(one)).toBe(true);
    }),
  );
});

test("exports the text of prompts and completions only on request", () => {
  const secret = "the words of a person";
  const trace: Trace = {
    traceId: "1".padStart(32, "0"),
    startEpochNs: "1790000000000000000",
    durationNs: 10,
    spans: [
      {
        spanId: "a".repeat(16),
        parentSpanId: null,
        service: "engine",
        operation: "llm_request",
        kind: "server",
        isError: false,
        startNs: 0,
        durationNs: 10,
        attributes: { "gen_ai.prompt": secret, "gen_ai.usage.prompt_tokens": 5 },
        resource: {},
        events: [{ name: "message", atNs: 1, attributes: { "gen_ai.completion": secret } }],
        scope: null,
      },
    ],
  };
  for (const write of [serializeOtlpJson, serializeJaegerJson, serializeChromeTrace]) {
    const without = runToCompletion(write(trace, { includesPromptText: false }));
    expect(without).not.toContain(secret);
    expect(without).toContain("gen_ai.usage.prompt_tokens");
    expect(runToCompletion(write(trace, exported))).toContain(secret);
  }
});
