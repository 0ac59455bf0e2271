import { expect, test } from "vitest";
import { convertLegacyTraces } from "./mapper";
import type { LegacySpan } from "./wire";

const traceId = "a".repeat(32);
const at = 1_790_000_000_000_000;

function span(id: string, startTime: number, duration: number, more: Partial<LegacySpan> = {}): LegacySpan {
  return {
    spanID: id.padStart(16, "0"),
    operationName: id,
    references: [],
    startTime,
    duration,
    tags: [],
    logs: [],
    processID: "",
    ...more,
  };
}

const read = (...spans: readonly LegacySpan[]) =>
  convertLegacyTraces([{ traceID: traceId, spans: [...spans], processes: {} }])[0];

test("times of spans and events are nanoseconds since the earliest span", () => {
  const logs = [{ timestamp: at + 7, fields: [{ key: "event", type: "string", value: "token" }] }];
  expect(read(span("b", at + 5, 3, { logs }), span("a", at, 4))).toMatchObject({
    startEpochNs: `${at}000`,
    durationNs: 8_000,
    spans: [
      { startNs: 5_000, durationNs: 3_000, events: [{ name: "token", atNs: 7_000 }] },
      { startNs: 0, durationNs: 4_000, events: [] },
    ],
  });
});

test.each([
  ["unset", 0],
  ["months away", at - 9_000_000_000_000],
])(
  "a span whose start is %s is drawn at the start of the trace, and other spans keep their times",
  (_kind, startTime) => {
    const usual = read(span("a", at, 4), span("b", at + 5, 3));
    const odd = read(span("a", at, 4), span("b", at + 5, 3), span("c", startTime, 2));
    expect(odd?.spans.slice(0, 2)).toEqual(usual?.spans);
    expect(odd).toMatchObject({ startEpochNs: usual?.startEpochNs, durationNs: usual?.durationNs });
    expect(odd?.spans[2]).toMatchObject({ startNs: 0, durationNs: 0, impossibleTimes: expect.any(String) });
  },
);

test("a negative duration is preserved", () => {
  expect(read(span("a", at, 4), span("b", at + 5, -3))).toMatchObject({
    durationNs: 5_000,
    spans: [{ durationNs: 4_000 }, { startNs: 5_000, durationNs: -3_000 }],
  });
});
