/** A cleared fault has no lasting effect, however strong it was. */
import { expect, test } from "vitest";
import { SimulatedDeployment } from "./deployment";
import type { EngineRequest } from "./engine/request";
import { faults } from "./faults/faults";
import { fleet } from "./fleet";

const startMs = Date.UTC(2026, 10, 20, 14);
const secondMs = 1_000;
const search = fleet.find(({ name }) => name === "search-30b")!;
const ends = faults.flatMap(({ id, strengthRange }) => [
  [id, strengthRange.min] as const,
  [id, strengthRange.max] as const,
]);

test.each(ends)("%s at %d: after it is cleared, old and new requests are answered", (id, strength) => {
  const deployment = new SimulatedDeployment(search, {
    seed: 3,
    startMs,
    listener: { onRequestDone: () => {} },
  });
  const wait = (fromSecond: number, toSecond: number): void => {
    for (let second = fromSecond; second < toSecond; second += 0.25)
      deployment.advance(startMs + second * secondMs);
  };
  const ask = (second: number): EngineRequest =>
    deployment.acceptRequest(startMs + second * secondMs, {
      promptTokens: 500,
      plannedOutputTokens: 20,
      onEnd: () => {},
    }).request;
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

test.each(faults)("$id outside its range is rejected and nothing changes", ({ id, strengthRange }) => {
  const deployment = new SimulatedDeployment(search, {
    seed: 3,
    startMs,
    listener: { onRequestDone: () => {} },
  });
  for (const strength of [strengthRange.min / 2, strengthRange.max * 2, 0, -1, 1e300, Number.NaN]) {
    const answer = deployment.setFault(id, strength, startMs);
    expect(answer).toEqual({
      kind: "refused",
      reason: expect.stringContaining(`from ${strengthRange.min} to ${strengthRange.max}`),
    });
  }
  expect(deployment.activeFaults).toEqual([]);
});
