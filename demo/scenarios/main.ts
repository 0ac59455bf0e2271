// Program that writes a scenario into the running demo, which passes its addresses as variables. Prints the links, or
// the list of scenarios. Usage: main.ts [<scenario> --scenario-start=<ms>]
import { parseArgs } from "node:util";
import { isAppError } from "@/lib/model/app-error";
import { closeDatabase } from "@/lib/server/db/client";
import { closeUpstreams } from "@/lib/server/upstream/upstream";
import { checkLinks } from "./check-links";
import { ScenarioError } from "./scenario";
import { findScenario, formatScenarios } from "./scenarios";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "scenario-start": { type: "string", default: "0" } },
});
const appUrl = process.env["RIDGEPOINT_URL"] ?? "http://127.0.0.1:3000";

async function writeScenario(name: string): Promise<void> {
  const scenario = findScenario(name);
  if (scenario === undefined)
    throw new ScenarioError(`there is no scenario ${name}`, "npm run seed lists the scenarios");
  const links = await scenario.write({
    scenarioStartMs: Number(values["scenario-start"]),
    simulatorUrl: process.env["RIDGEPOINT_SIMULATOR_URL"] ?? "",
    log: (line) => process.stdout.write(`${line}\n`),
  });
  await checkLinks(appUrl, links);
  for (const { title, path } of links) process.stdout.write(`${title}: ${appUrl}${path}\n`);
}

const [name] = positionals;
try {
  if (name === undefined) process.stdout.write(`${formatScenarios()}\n`);
  else await writeScenario(name);
} catch (error) {
  if (!(error instanceof ScenarioError) && !isAppError(error)) throw error;
  const fix = error instanceof ScenarioError ? error.fix : "read the log of the demo";
  process.stderr.write(`error: ${error.message}\nfix: ${fix}\n`);
  process.exitCode = 1;
} finally {
  // The list needs no database.
  if (name !== undefined) {
    await closeDatabase();
    await closeUpstreams();
  }
}
