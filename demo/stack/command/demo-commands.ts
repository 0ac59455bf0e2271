// What `npm run demo -- <command>` asks a running demo from another terminal.
import { askPart, askStatus, findDemoState, parsePartName, type PartStatus, readDemoState } from "./control";
import { StackError } from "../stack-error";
import { notRunning, sayFaultsAtRest, sayHelp, sayProfilesAtRest } from "./at-rest";
import { faultWish } from "./fault-wish";
import { askFault, askProfiles } from "./simulator-requests";

const USAGE =
  "npm run demo -- status | start <part>... | stop <part>... | fault [<deployment> <fault> [on [<strength>] [<instance>]|off]] | " +
  "profiles | add <profile> | remove <profile> | help";

/** Runs a command and gives the text to show. */
export async function runDemoCommand(
  dataFolder: string,
  command: string,
  args: readonly string[],
): Promise<string> {
  const [first = ""] = args;
  refuseSurplus(command, args);
  switch (command) {
    case "status":
      return showStatus(dataFolder, await askStatus(dataFolder));
    case "start":
    case "stop":
      return showStatus(dataFolder, await askParts(dataFolder, command, args));
    case "fault":
      return changeFault(dataFolder, args);
    case "profiles":
      if (findDemoState(dataFolder) === null)
        return `${sayProfilesAtRest()}\n${realProfiles}\n\n${notRunning}`;
      return `${await askProfiles(readDemoState(dataFolder).urls.simulator)}\n${realProfiles}`;
    case "add":
    case "remove":
      if (first === "") throw new StackError("which profile?", "npm run demo -- profiles");
      if (first === "dynamo") return askDynamo(dataFolder, command);
      return askProfiles(readDemoState(dataFolder).urls.simulator, { id: first, verb: command });
    case "help":
      return sayHelp();
    default:
      throw new StackError(`there is no command ${command}`, USAGE);
  }
}

function changeFault(dataFolder: string, args: readonly string[]): Promise<string> | string {
  const wish = faultWish(args, USAGE);
  if (wish.deployment === "" && findDemoState(dataFolder) === null) return sayFaultsAtRest();
  return askFault(readDemoState(dataFolder).urls.simulator, wish);
}

const mostArguments: Readonly<Record<string, number>> = {
  status: 0,
  fault: 5,
  profiles: 0,
  add: 1,
  remove: 1,
  help: 0,
};

function refuseSurplus(command: string, args: readonly string[]): void {
  const surplus = args.slice(mostArguments[command] ?? args.length);
  if (surplus.length > 0) throw new StackError(`${command} does not take "${surplus.join(" ")}"`, USAGE);
}

/** What is not played but run; a part like the others, which `add` starts. */
const realProfiles = `${"dynamo".padEnd(30)}NVIDIA Dynamo itself before its mock engine; needs Python, fetches 0.6 GB once`;

async function askDynamo(dataFolder: string, verb: "add" | "remove"): Promise<string> {
  const states = await askPart(dataFolder, verb === "add" ? "start" : "stop", "dynamo");
  return showStatus(
    dataFolder,
    states.filter(({ name }) => name === "dynamo"),
  );
}

/** Parts one after the other, in the order given; nothing happens when one of the names is wrong. */
async function askParts(
  dataFolder: string,
  verb: "start" | "stop",
  args: readonly string[],
): Promise<readonly PartStatus[]> {
  const [first, ...others] = args.map(parsePartName);
  if (first === undefined) throw new StackError(`which part shall ${verb}?`, USAGE);
  let states = await askPart(dataFolder, verb, first);
  for (const name of others) states = await askPart(dataFolder, verb, name);
  return states;
}

function showStatus(dataFolder: string, parts: readonly PartStatus[]): string {
  const { urls } = readDemoState(dataFolder);
  const addresses = { ...urls, postgres: new URL(urls.database).host };
  return parts.map(({ name, state }) => `${name.padEnd(12)}${state.padEnd(10)}${addresses[name]}`).join("\n");
}
