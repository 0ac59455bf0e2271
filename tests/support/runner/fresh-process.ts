/**
 * Gives each file of a shared worker the state of a process that has just started: connections are closed, and the
 * process memory, the environment variables and the clock are those from before the file.
 */
import { afterAll, vi } from "vitest";
import { closeDatabase, databaseMemoryName } from "@/lib/server/db/client";
import { forgetAllProcessMemory, isInProcessMemory } from "@/lib/server/memory";
import { schemaEngineMemoryName } from "@/lib/server/db/schema-engine";
import { closeUpstreams } from "@/lib/server/upstream/upstream";

/** A second WebAssembly instance of the schema engine would receive objects of the first one, and hang. */
const retainedNames = [schemaEngineMemoryName];

const environment = { ...process.env };

// Hooks run in reverse order, so this one follows those of the file.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (isInProcessMemory(databaseMemoryName)) await closeDatabase();
  await closeUpstreams();
  forgetAllProcessMemory(retainedNames);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
