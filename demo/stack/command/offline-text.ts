// Output of demo commands that need no running demo: lists of faults and profiles, and the help.
import { faults } from "../../simulator/faults/faults";
import { fleet } from "../../simulator/fleet";
import { profiles } from "../../simulator/profiles/profiles";
import { listFaultLines } from "./fault-text";

/** Error for commands that need a running demo. */
export const notRunningText =
  "No demo is running here, or it is still starting. Start it with npm run demo, then repeat this command in another terminal. If the demo uses RIDGEPOINT_DATA, set the same value.";

/** Returns the list of faults and of the deployments that support them. */
export function formatOfflineFaults(): string {
  const names = fleet.map(({ name }) => name).join(", ");
  return [...listFaultLines(faults), "", `Deployments of the demo: ${names}.`, "", notRunningText].join("\n");
}

/** Returns the list of profiles. */
export function formatOfflineProfiles(): string {
  return profiles.map(({ id, title }) => `${id.padEnd(30)}${title}`).join("\n");
}

const commands: readonly (readonly [use: string, what: string])[] = [
  ["", "starts the complete demo, prints one URL, stops with Ctrl-C"],
  ["status", "shows the parts, their state and their addresses"],
  ["start <part>...", "starts stopped parts"],
  ["stop <part>...", "stops parts, for example prometheus or jaeger, to see how the pages react"],
  ["fault", "lists all faults and the active ones"],
  ["fault <deployment> <fault> [on|off]", "turns a fault on or off"],
  ["fault ... on [<strength>] [<instance>]", "sets the strength, or limits the fault to one instance"],
  ["profiles", "lists other engines, gateways and exporters that can run in addition"],
  ["add <profile>", "starts a profile, or a real product such as dynamo"],
  ["remove <profile>", "stops a profile"],
  ["seed", "lists the scenarios; also npm run seed"],
  ["seed <scenario>", "writes a scenario and prints its links; also npm run seed -- <scenario>"],
  ["admin", "prints a link with which you set the password of the demo's admin and sign in"],
  ["help", "this"],
];

/** Returns the list of the demo's commands. */
export function formatHelp(): string {
  return commands
    .map(([use, what]) => `${(use === "" ? "npm run demo" : `npm run demo -- ${use}`).padEnd(58)}${what}`)
    .join("\n");
}
