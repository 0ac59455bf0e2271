// What `npm run demo -- <command>` asks a running demo from another terminal.
import { askPart, askStatus, parsePartName, type PartStatus, readDemoState } from "./control";
import { StackError } from "../stack-error";
import { askFault, askProfiles } from "./simulator-requests";

const USAGE =
  "npm run demo -- status | start <part> | stop <part> | fault [<deployment> <fault> [on|off]] | " +
  "profiles | add <profile> | remove <profile>";

/** Runs a command and gives the text to show. */
export async function runDemoCommand(
  dataFolder: string,
  command: string,
  args: readonly string[],
): Promise<string> {
  const [first = "", second = "", third = "on"] = args;
  switch (command) {
    case "status":
      return showStatus(dataFolder, await askStatus(dataFolder));
    case "start":
    case "stop":
      return showStatus(dataFolder, await askPart(dataFolder, command, parsePartName(first)));
    case "fault":
      if (third !== "on" && third !== "off") throw new StackError(`"${third}" is neither on nor off`, USAGE);
      if (first !== "" && second === "") throw new StackError("which fault?", USAGE);
      return askFault(readDemoState(dataFolder).urls.simulator, {
        deployment: first,
        fault: second,
        wanted: third,
      });
    case "profiles":
      return askProfiles(readDemoState(dataFolder).urls.simulator);
    case "add":
    case "remove":
      if (first === "") throw new StackError("which profile?", "npm run demo -- profiles");
      return askProfiles(readDemoState(dataFolder).urls.simulator, { id: first, verb: command });
    default:
      throw new StackError(`there is no command ${command}`, USAGE);
  }
}

function showStatus(dataFolder: string, parts: readonly PartStatus[]): string {
  const { urls } = readDemoState(dataFolder);
  const addresses = { ...urls, postgres: new URL(urls.database).host };
  return parts.map(({ name, state }) => `${name.padEnd(12)}${state.padEnd(10)}${addresses[name]}`).join("\n");
}
