/** `npm run doctor`: looks at everything `npm start` needs; each failure says what to do. `--json` for programs. Exit code 1 when something failed. */
import { processMemory } from "@/lib/server/memory";
import {
  checkConfiguredSource,
  checkDatabase,
  checkEnvironment,
  checkNode,
  checkPlace,
  checkPort,
  type Finding,
} from "./doctor-checks";

async function examine(): Promise<readonly Finding[]> {
  const { environment, finding } = checkEnvironment(process.env);
  const first = [checkNode(process.versions.node), finding];
  if (environment === undefined) return first;
  processMemory("environment", () => environment);
  const rest = await Promise.all([
    checkPlace(process.env).then((each) => [each]),
    checkPort(environment.port).then((each) => [each]),
    checkDatabase(environment),
    ...environment.sources.map(checkConfiguredSource),
  ]);
  return [...first, ...rest.flat()];
}

function toText(finding: Finding): string {
  const line = `${finding.state.padEnd(7)}  ${finding.name}: ${finding.detail}`;
  return finding.state === "failed" ? `${line}\n         fix: ${finding.fix}` : line;
}

// What is wrong is told as findings; log lines between them would only hide it.
process.env["RIDGEPOINT_LOG_LEVEL"] = "silent";
const findings = await examine();
const isWell = findings.every(({ state }) => state !== "failed");
const text = process.argv.includes("--json")
  ? JSON.stringify({ isWell, findings }, undefined, 2)
  : findings.map(toText).join("\n");
process.stdout.write(`${text}\n`);
process.exit(isWell ? 0 : 1);
