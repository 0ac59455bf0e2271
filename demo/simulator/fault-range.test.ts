/** A cleared fault has no lasting effect, however strong it was. */
import { expect, test } from "vitest";
import { Deployment } from "./deployment";
import type { Request } from "./engine/request";
import { faults } from "./faults/faults";
import { fleet } from "./fleet";

const startMs = Date.UTC(2026, 10, 20, 14);
const secondMs = 1_000;
const search = fleet.find(({ name }) => name === "search-30b")!;
const ends = faults.flatMap(({ id, range }) => [[id, range.min] as const, [id, range.max] as const]);

test.each(ends)("%s at %d: after it is cleared, old and new requests are answered", (id, strength) => {
  const deployment = new Deployment(search, { seed: 3, startMs, listener: { onRequestDone: () => {} } });
  const wait = (fromSecond: number, toSecond: number): void => {
    for (let second = fromSecond; second < toSecond; second += 0.25)
      deployment.advance(startMs + second * secondMs);
  };
  const ask = (second: number): Request =>
    deployment.order(startMs + second * secondMs, { promptTokens: 500, outputTokens: 20, onEnd: () => {} })
      .request;
  wait(0, 5);
  expect(deployment.setFault(id, strength, startMs + 5 * secondMs)).toEqual({ kind: "set" });
  wait(5, 20);
  const during = ask(20);
  wait(20, 25);
  deployment.clearFault(id, startMs + 25 * secondMs);
  wait(25, 60);
  const after = ask(60);
  wait(60, 65);
  expect(during.finishReason).toBe("length");
  expect(after.finishReason).toBe("length");
  expect(after.firstTokenMs! - after.arrivalMs).toBeLessThan(secondMs);
});

test.each(faults)("$id outside its range is rejected and nothing changes", ({ id, range }) => {
  const deployment = new Deployment(search, { seed: 3, startMs, listener: { onRequestDone: () => {} } });
  for (const strength of [range.min / 2, range.max * 2, 0, -1, 1e300, Number.NaN]) {
    const answer = deployment.setFault(id, strength, startMs);
    expect(answer).toEqual({
      kind: "refused",
      reason: expect.stringContaining(`from ${range.min} to ${range.max}`),
    });
  }
  expect(deployment.activeFaults).toEqual([]);
});
