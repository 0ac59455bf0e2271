import { describe, expect, test } from "vitest";
import { getTrace } from "./client";
import { createMemoryTraceUpstream, makeLegacyBody, makeV3Body, type WireSpan } from "./fixtures";
import { minStepwiseBodyBytes } from "./read-large";

const traceId = "a".padStart(32, "0");
const idOf = (index: number): string => (index + 1).toString(16).padStart(16, "0");

function spansOf(count: number): readonly WireSpan[] {
  return Array.from({ length: count }, (_, index) => ({
    traceId,
    spanId: idOf(index),
    ...(index === 0 ? {} : { parentSpanId: idOf(Math.floor((index - 1) / 8)) }),
    service: `service-${index % 3}`,
    name: "work",
    startMicroseconds: 1_790_000_000_000_000 + index,
    durationMicroseconds: 10,
    isError: index % 7 === 0,
    attributes: { text: 'ä"spans":[{', tokens: index, share: 0.5, stream: true },
    ...(index % 5 === 0 ? { event: "first-token" } : {}),
  }));
}

/** Counts the turns of the event loop that other work got while `work` ran. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let [turns, isOver] = [0, false];
  const other = (): void => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await work();
  isOver = true;
  return turns;
}

describe.each([
  { api: "v3", bodyOf: makeV3Body },
  { api: "old", bodyOf: makeLegacyBody },
] as const)("a large response of the $api API", ({ api, bodyOf }) => {
  const read = (body: string) =>
    getTrace(
      createMemoryTraceUpstream(() => ({ body })),
      api,
      traceId,
    );
  const count = 6_000;
  const large = bodyOf(spansOf(count));

  test("gives the same result as a small response", async () => {
    expect(large.length).toBeGreaterThan(minStepwiseBodyBytes);
    const [readAtOnce, few] = [await read(large), await read(bodyOf(spansOf(50)))];
    expect(readAtOnce?.spans).toHaveLength(count);
    const byId = new Map(readAtOnce?.spans.map((span) => [span.spanId, span]));
    expect(few?.spans.map(({ spanId }) => byId.get(spanId))).toEqual(few?.spans);
    expect(readAtOnce?.startEpochNs).toBe(few?.startEpochNs);
  });

  test("yields to the event loop", async () => {
    const turns = await turnsDuring(async () => void (await read(large)));
    // One step per 500 spans.
    expect(turns).toBeGreaterThanOrEqual(count / 500);
  });

  test("is rejected when a span is invalid", async () => {
    const broken = large.replace(idOf(count - 1), "no id");
    await expect(read(broken)).rejects.toMatchObject({ code: "source-bad-answer" });
    await expect(read(large.slice(0, -1))).rejects.toMatchObject({ code: "source-bad-answer" });
  });
});
