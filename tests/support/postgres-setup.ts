/** Global set-up of the integration project: one PostgreSQL server for the whole run. */
import type { TestProject } from "vitest/node";
import { startScratchPostgres } from "@/scripts/scratch-postgres";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startScratchPostgres("test");
  project.provide("postgresUrl", postgres.url);
  return postgres.remove;
}
