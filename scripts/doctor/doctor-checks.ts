// Checks of the doctor. Each check is independent, so that one failure does not hide the next.
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { createServer } from "node:net";
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import { isAppError } from "@/lib/model/app-error";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { EnvironmentError } from "@/lib/server/environment/environment-error";
import type { ServerEnvironment } from "@/lib/server/environment/env";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { MigrationError, readMigrationState } from "@/lib/server/db/migrate";
import { readDatabaseHealth } from "@/lib/services/installation/database-health";
import { checkSource } from "@/lib/services/installation/check-source";
import { toSourceFailure, describeSourceFix } from "@/lib/services/sources/source-health";
import { startDiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readPresentMetrics, readServingGroups } from "@/lib/services/discovery/serving-groups";
import {
  checkStart,
  parseStartEnvironment,
  placeholderDatabaseUrl,
} from "@/scripts/start-checks/start-check";

/** Result of checking one requirement. */
export type DoctorFinding =
  | { readonly name: string; readonly state: "ok" | "skipped"; readonly detail: string }
  | { readonly name: string; readonly state: "failed"; readonly detail: string; readonly fix: string };

const ok = (name: string, detail: string): DoctorFinding => ({ name, state: "ok", detail });
const skipped = (name: string, detail: string): DoctorFinding => ({ name, state: "skipped", detail });
const failed = (name: string, detail: string, fix: string): DoctorFinding => ({
  name,
  state: "failed",
  detail,
  fix,
});

/** Oldest Node version that runs everything; the pinned one is newer. */
const oldestNode = [22, 19] as const;

/** Checks that the version of Node.js is supported. */
export function checkNode(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return isEnough
    ? ok("Node", `version ${version}`)
    : failed("Node", `version ${version} is older than ${oldestNode.join(".")}`, "npm ci --include=optional");
}

/** Returns the environment as `npm start` would have it, or its first error. */
export function checkEnvironment(variables: RawEnvironment): {
  readonly finding: DoctorFinding;
  readonly environment?: ServerEnvironment;
} {
  const name = "Environment";
  try {
    const environment = parseStartEnvironment(variables);
    return {
      environment,
      finding: ok(name, `configured: ${environment.sources.map(({ title }) => title).join(" and ")}`),
    };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return { finding: misconfigured(name, error) };
  }
}

const misconfigured = (name: string, error: EnvironmentError): DoctorFinding =>
  failed(name, error.message.split(". fix: ")[0] ?? error.message, error.fix);

/** Checks that folders are writable and the address can be used. Call it only with a valid environment. */
export async function checkFoldersAndAddress(variables: RawEnvironment): Promise<DoctorFinding> {
  const name = "Folders and address";
  try {
    await checkStart(variables);
    return ok(name, "folders are writable, the address is valid");
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return misconfigured(name, error);
  }
}

/** Checks that the port is free, or that Ridgepoint is using it. */
export async function checkPort(port: number): Promise<DoctorFinding> {
  if (await isFree(port)) return ok("Port", `${port} is free`);
  const version = await readRunningVersion(port);
  return version === undefined
    ? failed("Port", `${port} is used by another program`, `PORT=${port + 1} npm start`)
    : ok("Port", `Ridgepoint ${version} is running on ${port}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Returns the version of the Ridgepoint server on the port. Undefined if another program or none responds. */
export async function readRunningVersion(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health?probe=live`, {
      signal: AbortSignal.timeout(2_000),
    });
    const health: unknown = await response.json();
    if (typeof health !== "object" || health === null || !("live" in health && "version" in health))
      return undefined;
    return String(health.version);
  } catch (error) {
    // Another program answers: the connection was refused, timed out, or returned no JSON.
    if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** Checks that PostgreSQL responds, accepts writes and has all migrations. Skipped for the embedded database. */
export async function checkDatabase({ databaseUrl }: ServerEnvironment): Promise<readonly DoctorFinding[]> {
  if (databaseUrl === placeholderDatabaseUrl) {
    return [skipped("Database", "DATABASE_URL is not set, so npm start runs an embedded PostgreSQL")];
  }
  const health = await readDatabaseHealth();
  if (health.kind === "down") {
    return [failed("Database", health.detail, "start PostgreSQL, or correct DATABASE_URL")];
  }
  const writable = health.isReadOnly
    ? failed("Database", `PostgreSQL ${health.version} is read-only`, "point DATABASE_URL at the primary")
    : ok("Database", `PostgreSQL ${health.version}`);
  return [writable, await checkMigrations(databaseUrl)];
}

async function checkMigrations(connectionString: string): Promise<DoctorFinding> {
  try {
    const { pendingNames, failedNames, unknownNames } = await readMigrationState({ connectionString });
    const name = "Migrations";
    if (failedNames.length > 0) {
      return failed(
        name,
        `${failedNames.join(", ")} failed before completion`,
        "restore the backup from before the upgrade, then run npm run db:migrate",
      );
    }
    if (unknownNames.length > 0) {
      return failed(
        name,
        `the database was migrated by a newer release (${unknownNames.join(", ")})`,
        "install that release",
      );
    }
    return pendingNames.length > 0
      ? failed(name, `${pendingNames.length} pending`, "npm run db:migrate")
      : ok(name, "up to date");
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return failed("Migrations", error.message.split(". fix: ")[0] ?? error.message, "npm run db:migrate");
  }
}

/** Checks that a configured source responds, and that a Prometheus source has metrics of an engine. */
export async function checkConfiguredSource(source: ConfiguredSource): Promise<readonly DoctorFinding[]> {
  const outcome = await checkSource(source.slug);
  if (outcome.kind === "down") {
    return [
      failed(
        source.title,
        outcome.error.message,
        describeSourceFix(source, toSourceFailure(outcome.error.code)),
      ),
    ];
  }
  const version = outcome.version === null ? "" : `, version ${outcome.version}`;
  const answered = ok(source.title, `answered in ${Math.round(outcome.latencyMs)} ms${version}`);
  return source.kind === "prometheus" ? [answered, await checkEngines(source)] : [answered];
}

async function checkEngines({ slug, title }: ConfiguredSource): Promise<DoctorFinding> {
  try {
    const discoveryPass = startDiscoveryPass(requireReadableSource(slug, allSources));
    const groups = await readServingGroups(discoveryPass, await readPresentMetrics(discoveryPass));
    return groups.length > 0
      ? ok(
          "Engines",
          `found ${groups.map(({ engine, model }) => `${engine} with ${escapeHiddenCharactersInLine(model, 100)}`).join(", ")}`,
        )
      : failed(
          "Engines",
          `${title} has no metrics of a known engine`,
          "configure Prometheus to scrape /metrics of your serving engines",
        );
  } catch (error) {
    if (!isAppError(error)) throw error;
    return failed("Engines", error.message, "npm run doctor");
  }
}
