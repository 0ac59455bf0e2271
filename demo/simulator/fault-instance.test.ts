/** A fault on one instance does not affect the others. */
import { expect, test } from "vitest";
import { SimulatedDeployment, type RoutedRequest } from "./deployment";
import { fleet } from "./fleet";

const startMs = Date.UTC(2026, 10, 20, 14);
const search = fleet.find(({ name }) => name === "search-30b")!;

function begin() {
  const done: RoutedRequest[] = [];
  const deployment = new SimulatedDeployment(search, {
    seed: 3,
    startMs,
    listener: { onRequestDone: (_deployment, journey) => done.push(journey) },
  });
  const play = (fromSecond: number, toSecond: number): readonly RoutedRequest[] => {
    done.length = 0;
    for (let second = fromSecond; second < toSecond; second += 0.25)
      deployment.advance(startMs + second * 1_000);
    return done.filter(({ gatewayArrivalMs }) => gatewayArrivalMs >= startMs + fromSecond * 1_000);
  };
  return { deployment, play };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

test.each([
  ["slow-tokenizer", 300, ({ tokenization }: RoutedRequest) => tokenization.endMs - tokenization.startMs],
  ["network-delay", 900, ({ hostArrivalMs, admittedMs }: RoutedRequest) => hostArrivalMs - admittedMs],
  [
    "slow-feature-store",
    30,
    ({ featureLookup }: RoutedRequest) => (featureLookup?.endMs ?? 0) - (featureLookup?.startMs ?? 0),
  ],
] as const)("%s on one instance", (fault, strength, lengthMs) => {
  const { deployment, play } = begin();
  const lengths = (journeys: readonly RoutedRequest[], name: string): number =>
    mean(journeys.filter(({ instance }) => instance.name === name).map(lengthMs));
  play(0, 10);
  const before = [...play(10, 40)];
  deployment.setFault(fault, strength, startMs + 40_000, "search-30b-1");
  expect(deployment.activeFaults).toMatchObject([{ instance: "search-30b-1" }]);
  const during = [...play(40, 70)];
  deployment.clearFault(fault, startMs + 70_000);
  play(70, 80);
  const after = [...play(80, 110)];
  expect(lengths(during, "search-30b-1")).toBeGreaterThan(10 * lengths(before, "search-30b-1"));
  for (const [journeys, name] of [
    [during, "search-30b-0"],
    [after, "search-30b-1"],
  ] as const)
    expect(lengths(journeys, name)).toBeLessThan(2 * lengths(before, name));
});

test("an unknown instance is rejected and nothing changes", () => {
  const { deployment } = begin();
  expect(deployment.setFault("slow-tokenizer", 300, startMs, "search-30b-9")).toEqual({
    kind: "refused",
    reason: "search-30b has no instance search-30b-9; choose one of search-30b-0, search-30b-1",
  });
  expect(deployment.activeFaults).toEqual([]);
});
