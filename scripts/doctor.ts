/**
 * `npm run doctor`: checks everything that `npm start` needs and prints a fix for each failure.
 *
 * `--prometheus URL` checks only that metrics source, `--config FILE` only that configuration file; both need no
 * other configuration. `--json` prints JSON. Exit code 1 if a check failed, 64 for wrong usage.
 */
import { EnvironmentError } from "@/lib/server/environment/environment-error";
import { getProcessState } from "@/lib/server/process-state";
import { readArguments, usageText, type DoctorArguments } from "./doctor/doctor-arguments";
import {
  checkConfiguredSource,
  checkDatabase,
  checkEnvironment,
  checkNode,
  checkFoldersAndAddress,
  checkPort,
  type DoctorFinding,
} from "./doctor/doctor-checks";
import { examineConfig } from "./doctor/doctor-config";
import { createSourceEnvironment, examineSource, type DoctorReport } from "./doctor/doctor-source";
import { checkToken } from "./doctor/doctor-token";

// As in sysexits.h.
const wrongUsage = 64;

async function examineStart(): Promise<DoctorReport> {
  const { environment, finding } = checkEnvironment(process.env);
  const findings = [checkNode(process.versions.node), finding];
  if (environment !== undefined) {
    getProcessState("environment", () => environment);
    const rest = await Promise.all([
      checkFoldersAndAddress(process.env).then((each) => [each]),
      checkPort(environment.port).then((each) => [each]),
      checkToken(process.env["RIDGEPOINT_TOKEN"]?.trim() || undefined, environment.port),
      checkDatabase(environment),
      ...environment.sources.map(checkConfiguredSource),
    ]);
    findings.push(...rest.flat());
  }
  const isHealthy = findings.every(({ state }) => state !== "failed");
  return { isHealthy, jsonDocument: { isWell: isHealthy, findings }, textLines: findings.map(toText) };
}

function toText(finding: DoctorFinding): string {
  const line = `${finding.state.padEnd(7)}  ${finding.name}: ${finding.detail}`;
  return finding.state === "failed" ? `${line}\n         fix: ${finding.fix}` : line;
}

function refuse(what: string, fix: string): never {
  process.stderr.write(`${what}\nfix: ${fix}\n`);
  process.exit(wrongUsage);
}

function examineAt(url: string): Promise<DoctorReport> {
  try {
    return examineSource(createSourceEnvironment(url, process.env));
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const [what = error.message] = error.message.split(". fix: ");
    const asOption = (text: string): string => text.replace(/\bPROMETHEUS_URL\b/, "--prometheus");
    return refuse(asOption(what), asOption(error.fix));
  }
}

async function examine({ prometheusUrl, configFile }: DoctorArguments): Promise<DoctorReport> {
  if (configFile !== undefined) return examineConfig(configFile);
  return prometheusUrl === undefined ? examineStart() : examineAt(prometheusUrl);
}

// Errors are printed as findings; log lines between them would hide them.
process.env["RIDGEPOINT_LOG_LEVEL"] = "silent";
const options = readArguments(process.argv.slice(2));
if (typeof options === "string") refuse(options, usageText);
if (options.printsUsageOnly) {
  process.stdout.write(`${usageText}\n`);
  process.exit(0);
}
const report = await examine(options);
const text = options.printsJson
  ? JSON.stringify(report.jsonDocument, undefined, 2)
  : report.textLines.join("\n");
// Exiting immediately would truncate output that a pipe has not read yet.
process.stdout.write(`${text}\n`, () => process.exit(report.isHealthy ? 0 : 1));
