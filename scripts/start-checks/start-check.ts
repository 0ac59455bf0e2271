/**
 * Checks the environment of `npm start` before anything is started, so that the first error is the only line printed.
 */
import { createServer } from "node:net";
import { hostname } from "node:os";
import { chooseListenAddress } from "@/demo/stack/app/serve";
import { findFolderError } from "@/demo/stack/folders";
import { parseEnvironment, type ServerEnvironment } from "@/lib/server/environment/env";
import { EnvironmentError } from "@/lib/server/environment/environment-error";
import { allowOpenVariable, assertMayListen } from "@/lib/server/environment/listen-address";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { readConfigFileAtStart } from "@/lib/server/config-file/read-config-file";

/** Placeholder for the embedded database of `npm start`, so that the environment can be parsed. */
export const placeholderDatabaseUrl = "postgresql://localhost/started-by-npm-start";

/** Returns the environment as `npm start` would have it. Throws EnvironmentError for the first invalid variable. */
export function parseStartEnvironment(variables: RawEnvironment): ServerEnvironment {
  return parseEnvironment({
    ...variables,
    DATABASE_URL: variables["DATABASE_URL"] || placeholderDatabaseUrl,
  });
}

/** Throws EnvironmentError for the first variable that would prevent `npm start` from serving. */
export async function checkStart(variables: RawEnvironment): Promise<void> {
  const environment = parseStartEnvironment(variables);
  readConfigFileAtStart(environment);
  const unusableFolder = findFolderError(variables);
  if (unusableFolder !== undefined)
    throw new EnvironmentError(unusableFolder.variable, unusableFolder.problem, unusableFolder.fix);
  const address = chooseListenAddress(variables["HOSTNAME"], hostname());
  const refusal = await refusalOf(address);
  if (refusal === undefined) return assertMayListen(address, environment.allowsOpen);
  throw new EnvironmentError(
    "HOSTNAME",
    `is ${address}, which is not an address of this machine (${refusal})`,
    `set HOSTNAME to 127.0.0.1, or to 0.0.0.0 with ${allowOpenVariable}=1 to allow connections from other machines, or unset it`,
  );
}

/** Returns the system's error code when it is impossible to listen at `address` on any free port. */
function refusalOf(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen({ host: address, port: 0 }, () => server.close(() => resolve(undefined)));
  });
}
