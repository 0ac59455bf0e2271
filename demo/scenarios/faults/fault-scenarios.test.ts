// Fault scenarios against the simulator with the demo's fleet: exactly their faults are active afterwards.
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { startSimulationPace } from "@/demo/simulator/http/simulation-pace";
import { createSimulatorServer } from "@/demo/simulator/http/server";
import { Simulation } from "@/demo/simulator/simulation";
import { setFaults } from "./change-faults";
import { healthyScenario } from "./healthy";
import { kvPressureScenario } from "./kv-pressure";
import { noisyNeighbourScenario } from "./noisy-neighbour";

const simulation = new Simulation({
  fleet,
  seed: 1,
  startMs: Date.now(),
  traceSampleRatio: 0,
  onTrace: () => undefined,
});
const pace = startSimulationPace(() => undefined);
const server = createSimulatorServer({
  simulation,
  catchUp: () => undefined,
  scrapeAddress: "127.0.0.1:1",
  pace,
  onFirstDiscovery: () => undefined,
});
let simulatorUrl = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  simulatorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  pace.stop();
  server.closeAllConnections();
  server.close();
});

const listActive = (): readonly string[] =>
  simulation.workloads.flatMap(({ name, activeFaults }) =>
    activeFaults.map(({ fault, strength }) => `${name} ${fault.id} ${strength}`),
  );

test.each([
  [kvPressureScenario, ["chat-70b kv-cache-squeezed 0.2"]],
  [noisyNeighbourScenario, ["search-30b noisy-neighbour 0.5"]],
  [healthyScenario, []],
] as const)("$name has its faults and no other", async (scenario, expected) => {
  await setFaults(simulatorUrl, [{ deployment: "assist-8b", fault: "slow-tokenizer" }]);
  const input = { simulatorUrl, scenarioStartMs: 0, log: () => undefined };
  const links = await scenario.write(input);
  expect(listActive()).toEqual(expected);
  expect(await scenario.write(input)).toEqual(links);
  expect(listActive()).toEqual(expected);
});

test("a simulator that does not respond is an error with the fix", async () => {
  await expect(setFaults("http://127.0.0.1:9", [])).rejects.toMatchObject({
    message: expect.stringMatching(/^the simulator does not respond/),
    fix: "npm run demo -- start simulator",
  });
});
