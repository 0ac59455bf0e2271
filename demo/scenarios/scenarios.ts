// The list of scenarios.
import { healthyScenario } from "./faults/healthy";
import { kvPressureScenario } from "./faults/kv-pressure";
import { noisyNeighbourScenario } from "./faults/noisy-neighbour";
import { investigationsScenario } from "./investigations/investigations";
import type { Scenario } from "./scenario";

const scenarios: readonly Scenario[] = [
  investigationsScenario,
  healthyScenario,
  kvPressureScenario,
  noisyNeighbourScenario,
];

/** Returns the scenario with this name. */
export function findScenario(name: string): Scenario | undefined {
  return scenarios.find((scenario) => scenario.name === name);
}

/** Returns one line per scenario. */
export function formatScenarios(): string {
  return scenarios.map(({ name, summary }) => `${name.padEnd(18)}${summary}`).join("\n");
}
