// Commands of `npm run demo -- <command>`, which control a running demo from another terminal.
import {
  requestPart,
  requestStatus,
  findDemoState,
  parsePartName,
  type PartStatus,
  readDemoState,
} from "./control";
import { StackError } from "../stack-error";
import { notRunningText, formatOfflineFaults, formatHelp, formatOfflineProfiles } from "./offline-text";
import { parseFaultArguments } from "./fault-arguments";
import { createAdminLink } from "./admin-link";
import { seedScenario } from "./seed";
import { requestFault, requestProfiles } from "./simulator-requests";

const USAGE =
  "npm run demo -- status | start <part>... | stop <part>... | fault [<deployment> <fault> [on [<strength>] [<instance>]|off]] | " +
  "profiles | add <profile> | remove <profile> | seed [<scenario>] | admin | help";

/** Runs a command and returns its output. */
export async function runDemoCommand(
  dataFolder: string,
  command: string,
  args: readonly string[],
): Promise<string> {
  const [first = ""] = args;
  rejectSurplus(command, args);
  switch (command) {
    case "status":
      return showStatus(dataFolder, await requestStatus(dataFolder));
    case "start":
    case "stop":
      return showStatus(dataFolder, await changeParts(dataFolder, command, args));
    case "fault":
      return changeFault(dataFolder, args);
    case "profiles":
      if (findDemoState(dataFolder) === null)
        return `${formatOfflineProfiles()}\n${realProfiles}\n\n${notRunningText}`;
      return `${await requestProfiles(readDemoState(dataFolder).urls.simulator)}\n${realProfiles}`;
    case "add":
    case "remove":
      if (first === "") throw new StackError("the profile is missing", "npm run demo -- profiles");
      if (first === "dynamo") return changeDynamo(dataFolder, command);
      return requestProfiles(readDemoState(dataFolder).urls.simulator, { id: first, verb: command });
    case "seed":
      return seedScenario(dataFolder, args[0]);
    case "admin":
      return createAdminLink(readDemoState(dataFolder).urls);
    case "help":
      return formatHelp();
    default:
      throw new StackError(`there is no command ${command}`, USAGE);
  }
}

function changeFault(dataFolder: string, args: readonly string[]): Promise<string> | string {
  const faultRequest = parseFaultArguments(args, USAGE);
  if (faultRequest.deployment === "" && findDemoState(dataFolder) === null) return formatOfflineFaults();
  return requestFault(readDemoState(dataFolder).urls.simulator, faultRequest);
}

const maxArguments: Readonly<Record<string, number>> = {
  status: 0,
  fault: 5,
  profiles: 0,
  add: 1,
  remove: 1,
  seed: 1,
  admin: 0,
  help: 0,
};

function rejectSurplus(command: string, args: readonly string[]): void {
  const surplus = args.slice(maxArguments[command] ?? args.length);
  if (surplus.length > 0) throw new StackError(`${command} does not take "${surplus.join(" ")}"`, USAGE);
}

/** A real product instead of a simulated profile: a part that `add` starts. */
const realProfiles = `${"dynamo".padEnd(30)}the real NVIDIA Dynamo with its mock engine; needs Python, downloads 0.6 GB once`;

async function changeDynamo(dataFolder: string, verb: "add" | "remove"): Promise<string> {
  const states = await requestPart(dataFolder, verb === "add" ? "start" : "stop", "dynamo");
  return showStatus(
    dataFolder,
    states.filter(({ name }) => name === "dynamo"),
  );
}

/** Starts or stops parts one after the other in the given order. Changes nothing when a name is unknown. */
async function changeParts(
  dataFolder: string,
  verb: "start" | "stop",
  args: readonly string[],
): Promise<readonly PartStatus[]> {
  const [first, ...remaining] = args.map(parsePartName);
  if (first === undefined) throw new StackError(`name the part to ${verb}`, USAGE);
  let states = await requestPart(dataFolder, verb, first);
  for (const name of remaining) states = await requestPart(dataFolder, verb, name);
  return states;
}

function showStatus(dataFolder: string, parts: readonly PartStatus[]): string {
  const { urls } = readDemoState(dataFolder);
  const addresses = { ...urls, postgres: new URL(urls.database).host };
  return parts.map(({ name, state }) => `${name.padEnd(12)}${state.padEnd(10)}${addresses[name]}`).join("\n");
}
