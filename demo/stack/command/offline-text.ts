// What can be told without a running demo: which faults and profiles there are, and how each command is used.
import { faults } from "../../simulator/faults";
import { fleet } from "../../simulator/fleet";
import { profiles } from "../../simulator/profiles";
import { faultListText } from "./fault-text";

export const notRunning =
  "No demo runs here, or it has not started all of its parts yet. Start it with npm run demo, then ask again from another terminal, with the same RIDGEPOINT_DATA if it has one.";

/** Faults and the deployments that they can be put into. */
export function offlineFaultsText(): string {
  const names = fleet.map(({ name }) => name).join(", ");
  return [...faultListText(faults), "", `Deployments of the demo: ${names}.`, "", notRunning].join("\n");
}

export function offlineProfilesText(): string {
  return profiles.map(({ id, title }) => `${id.padEnd(30)}${title}`).join("\n");
}

const commands: readonly (readonly [use: string, what: string])[] = [
  ["", "the whole system on this machine; prints one URL, ends with Ctrl-C"],
  ["status", "its parts and where they answer"],
  ["start <part>...", "a part that was stopped runs again"],
  ["stop <part>...", "a part ends, such as prometheus or jaeger: watch the screens"],
  ["fault", "which faults there are, and which are in"],
  ["fault <deployment> <fault> [on|off]", "puts a fault in or takes it out"],
  ["fault ... on [<strength>] [<instance>]", "as strong as that, or on one instance alone"],
  ["profiles", "other engines, gateways and exporters that can be played beside the fleet"],
  ["add <profile>", "plays one, or runs it where it is a real product"],
  ["remove <profile>", "ends it"],
  ["help", "this"],
];

export function helpText(): string {
  return commands
    .map(([use, what]) => `${(use === "" ? "npm run demo" : `npm run demo -- ${use}`).padEnd(58)}${what}`)
    .join("\n");
}
