/**
 * Gives each file of a shared worker the state of a process that has just started: connections are closed, and the
 * process state, the environment variables and the clock are those from before the file.
 */
import { afterAll, vi } from "vitest";
import { closeDatabase, databaseStateName } from "@/lib/server/db/client";
import { deleteAllProcessState, hasProcessState } from "@/lib/server/process-state";
import { schemaEngineStateName } from "@/lib/server/db/schema-engine";
import { closeUpstreams } from "@/lib/server/upstream/upstream";

/** A second WebAssembly instance of the schema engine would receive objects of the first one, and hang. */
const retainedNames = [schemaEngineStateName];

const environment = { ...process.env };

// Hooks run in reverse order, so this one follows those of the file.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (hasProcessState(databaseStateName)) await closeDatabase();
  await closeUpstreams();
  deleteAllProcessState(retainedNames);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
