import fc from "fast-check";
import { expect, test } from "vitest";
import { toEpochTime } from "./epoch-time";
import { toTrace, type TimedSpan } from "./timed-span";

const base = 1_790_000_000_000_000_000n;
function timed(spanId: string, startEpochNs: bigint, endEpochNs: bigint): TimedSpan {
  return {
    spanId,
    parentSpanId: null,
    service: "chat",
    operation: spanId,
    kind: "internal",
    isError: false,
    startTime: toEpochTime(startEpochNs),
    endTime: toEpochTime(endEpochNs),
    attributes: {},
    resource: {},
    events: [{ name: "here", time: toEpochTime(startEpochNs), attributes: {} }],
    scope: null,
  };
}
const good = timed("good", base, base + 100n);

test("times count from the earliest span and are exact to the nanosecond", () => {
  const trace = toTrace("1", [timed("late", base + 7n, base + 250n), good]);
  expect(trace).toMatchObject({ startEpochNs: String(base), durationNs: 250 });
  expect(trace.spans.map(({ startNs, durationNs }) => [startNs, durationNs])).toEqual([
    [7, 243],
    [0, 100],
  ]);
});

test.each([
  ["has no times", timed("odd", 0n, 0n), "0 to 0 ns since 1970"],
  ["has only a start", timed("odd", base, 0n), `${base} to 0 ns since 1970`],
  ["has only an end", timed("odd", 0n, base + 5n), `0 to ${base + 5n} ns since 1970`],
  [
    "is a year away",
    timed("odd", base + 31_536_000_000_000_000n, base + 31_536_000_000_000_001n),
    `${base + 31_536_000_000_000_000n} to ${base + 31_536_000_000_000_001n} ns since 1970`,
  ],
])(
  "a span that %s is drawn at the start of the trace, and other spans keep their times",
  (_name, odd, times) => {
    const trace = toTrace("1", [odd, good]);
    expect(trace).toMatchObject({ startEpochNs: String(base), durationNs: 100 });
    expect(trace.spans[0]).toMatchObject({ startNs: 0, durationNs: 0, impossibleTimes: times });
    expect(trace.spans[0]?.events[0]?.atNs).toBe(0);
    expect(trace.spans[1]).toMatchObject({ startNs: 0, durationNs: 100 });
    expect(trace.spans[1]).not.toHaveProperty("impossibleTimes");
  },
);

test("a span that ends before it starts keeps its negative duration", () => {
  const [span] = toTrace("1", [timed("back", base, base - 10n)]).spans;
  expect(span).toMatchObject({ startNs: 0, durationNs: -10 });
});

test("property: every number is a finite, exact integer for any reported times", () => {
  const time = fc.oneof(
    fc.bigInt({ min: base - 1_000n, max: base + 1_000n }),
    fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }),
    fc.constant(0n),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time), { minLength: 1, maxLength: 8 }), (times) => {
      const trace = toTrace(
        "1",
        times.map(([start, end], index) => timed(String(index), start, end)),
      );
      const numbers = trace.spans.flatMap(({ startNs, durationNs, events }) => [
        startNs,
        durationNs,
        ...events.map(({ atNs }) => atNs),
      ]);
      expect([trace.durationNs, ...numbers].every(Number.isSafeInteger)).toBe(true);
      expect(trace.durationNs).toBeGreaterThanOrEqual(0);
      for (const { startNs } of trace.spans) expect(startNs).toBeGreaterThanOrEqual(0);
    }),
  );
});
