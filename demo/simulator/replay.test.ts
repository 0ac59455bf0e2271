/** Replayed arrivals have their times and lengths and occur once; random arrivals resume afterwards. */
import { expect, test } from "vitest";
import { SimulatedDeployment, type RoutedRequest } from "./deployment";
import { fleet, type DeploymentPlan } from "./fleet";
import { parseArrivals, type ReplayedArrival } from "./replay";

const startMs = Date.UTC(2026, 10, 20, 14);
const plan = fleet.find(({ name }) => name === "extract-14b")!;

function arrivalsOf(text: string): readonly ReplayedArrival[] {
  const parsed = parseArrivals(text);
  return parsed.kind === "parsed" ? parsed.arrivals : [];
}

function watch(watched: DeploymentPlan): {
  readonly deployment: SimulatedDeployment;
  readonly journeys: RoutedRequest[];
} {
  const journeys: RoutedRequest[] = [];
  const deployment = new SimulatedDeployment(watched, {
    seed: 3,
    startMs,
    listener: { onRequestDone: () => {} },
  });
  const receive = deployment.acceptRequest.bind(deployment);
  deployment.acceptRequest = (atMs, incoming) => {
    const journey = receive(atMs, incoming);
    journeys.push(journey);
    return journey;
  };
  return { deployment, journeys };
}

const summaryOf = (journeys: readonly RoutedRequest[]) =>
  journeys.map(({ gatewayArrivalMs, request }) => [
    (gatewayArrivalMs - startMs) / 1000,
    request.promptTokens,
    request.plannedOutputTokens,
  ]);

test("a plan's file is replayed from the start, with its lengths where present", () => {
  const replayed = arrivalsOf('# taken in May\n{"at": 2, "prompt": 700, "output": 21}\n\n0.5\n2.25\n');
  const { deployment, journeys } = watch({ ...plan, replayedArrivals: replayed });
  expect(deployment.arrivals.pendingReplayCount).toBe(3);
  deployment.advance(startMs + 2_250);
  const received = summaryOf(journeys);
  expect(received.map(([atSeconds]) => atSeconds)).toEqual([0.5, 2, 2.25]);
  expect(received[1]).toEqual([2, 700, 21]);
  expect(received[0]?.[1]).toBeGreaterThan(1);
  expect(deployment.arrivals.pendingReplayCount).toBe(0);
  deployment.advance(startMs + 60_000);
  expect(journeys.length).toBeGreaterThan(60);
});

test("a later file replaces random arrivals, which resume when it is removed", () => {
  const { deployment, journeys } = watch(plan);
  deployment.advance(startMs + 10_000);
  const before = journeys.length;
  deployment.arrivals.replay(arrivalsOf("1\n30\n3000"), startMs + 10_000);
  deployment.advance(startMs + 60_000);
  expect(summaryOf(journeys.slice(before)).map(([atSeconds]) => atSeconds)).toEqual([11, 40]);
  expect(deployment.arrivals.pendingReplayCount).toBe(1);
  deployment.arrivals.endReplay(startMs + 60_000);
  deployment.advance(startMs + 90_000);
  expect(journeys.length - before).toBeGreaterThan(30);
});

test.each([
  ["", "the file contains no arrivals"],
  ["1\nsoon\n", "line 2 is not seconds"],
  ["-1", "line 1 is not seconds"],
  ["1e300", "line 1 is not seconds"],
  ['{"at": 1, "prompt": 0}', "line 1 is not seconds"],
  ['{"at": 1, "prompts": 5}', "line 1 is not seconds"],
])("a malformed file is rejected with its line: %j", (text, reason) => {
  expect(parseArrivals(text)).toEqual({ kind: "malformed", reason: expect.stringContaining(reason) });
});
