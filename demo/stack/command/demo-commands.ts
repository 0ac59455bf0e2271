// What `npm run demo -- <command>` asks a running demo from another terminal.
import { z } from "zod";
import { askPart, askStatus, parsePartName, type PartStatus, readDemoState } from "./control";
import { StackError } from "../stack-error";

const USAGE = "npm run demo -- status | start <part> | stop <part> | fault [<deployment> <fault> [on|off]]";

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
      return fault(readDemoState(dataFolder).urls.simulator, {
        deployment: first,
        fault: second,
        wanted: third,
      });
    default:
      throw new StackError(`there is no command ${command}`, USAGE);
  }
}

interface FaultRequest {
  readonly deployment: string;
  readonly fault: string;
  readonly wanted: string;
}

async function fault(
  simulatorUrl: string,
  { deployment, fault: name, wanted }: FaultRequest,
): Promise<string> {
  if (wanted !== "on" && wanted !== "off") throw new StackError(`"${wanted}" is neither on nor off`, USAGE);
  if (deployment !== "" && name === "") throw new StackError("which fault?", USAGE);
  if (deployment !== "") {
    await askSimulator(
      `${simulatorUrl}/faults/${encodeURIComponent(deployment)}/${encodeURIComponent(name)}`,
      {
        method: wanted === "on" ? "PUT" : "DELETE",
      },
    );
  }
  return askSimulator(`${simulatorUrl}/faults`, { method: "GET" });
}

async function askSimulator(url: string, { method }: { readonly method: string }): Promise<string> {
  const response = await fetch(url, { method, signal: AbortSignal.timeout(10_000) }).catch(
    (error: unknown) => {
      throw new StackError("the simulator does not answer", "npm run demo -- start simulator", {
        cause: error,
      });
    },
  );
  const body = await response.text();
  if (response.ok) return indent(body);
  throw new StackError(
    `the simulator refused: ${body.trim()}`,
    "npm run demo -- fault lists deployments and faults",
  );
}

const anyJson = z.string().transform((text): unknown => JSON.parse(text));

function indent(body: string): string {
  return body.trim() === "" ? "" : JSON.stringify(anyJson.parse(body), undefined, 2);
}

function showStatus(dataFolder: string, parts: readonly PartStatus[]): string {
  const { urls } = readDemoState(dataFolder);
  const addresses = { ...urls, postgres: new URL(urls.database).host };
  return parts.map(({ name, state }) => `${name.padEnd(12)}${state.padEnd(10)}${addresses[name]}`).join("\n");
}
