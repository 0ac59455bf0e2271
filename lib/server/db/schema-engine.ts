/**
 * Prisma's schema engine as WebAssembly: migrations need no download and no binary per platform. The package expects
 * a bundler that imports `.wasm`, so this file instantiates the module.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import { assert } from "@/lib/base/assert";
import { getLogger } from "../logger";
import { getProcessState } from "../process-state";
import { findProjectFolder } from "./project-folder";
import { createCatalogAdapter } from "./catalog-adapter";
import { createPoolConfig } from "./client";

/** Name under which the Prisma schema engine is stored in the process state. */
export const schemaEngineStateName = "schema-engine";

/** Prisma schema engine, which applies migrations. */
export type SchemaEngine = glue.SchemaEngine;
/** Migrations in the form that the schema engine requires. */
export type MigrationList = glue.MigrationList;
/** File of the Prisma schema. */
export type SchemaFile = glue.SchemaContainer;

async function loadEngine(): Promise<typeof glue> {
  const file = join(findProjectFolder(), "node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm");
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    "./schema_engine_bg.js": imports(),
  });
  glue.__wbg_set_wasm(instance.exports);
  const start = instance.exports["__wbindgen_start"];
  assert(typeof start === "function", "the schema engine of Prisma in node_modules cannot be started");
  start();
  return glue;
}

/** Returns the exported functions that the WebAssembly module imports by name. */
function imports(): WebAssembly.ModuleImports {
  return Object.fromEntries(
    Object.entries(glue).filter((entry): entry is [string, () => unknown] => typeof entry[1] === "function"),
  );
}

/** Runs `work` with a Prisma schema engine that is connected to the database, and closes its connections. */
export async function withSchemaEngine<T>(
  connectionString: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await getProcessState(schemaEngineStateName, loadEngine);
  // A migration may run longer than the time limits of statements, and the engine may compute longer between two of
  // them on a busy machine. The lock timeout still applies.
  const connectionPool = new pg.Pool({
    ...createPoolConfig(connectionString),
    max: 2,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  connectionPool.on("error", (error) => {
    getLogger().debug({ error }, "a database connection was lost while migrating");
  });
  const factory = bindMigrationAwareSqlAdapterFactory(createCatalogAdapter(connectionPool));
  try {
    const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await connectionPool.end();
  }
}
