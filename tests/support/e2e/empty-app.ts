/** The built app with an empty database, for specs that change who may use it. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { startStack } from "@/demo/stack/stack";
import { copyDatabase, dropDatabase } from "@/lib/server/db/database-name";
import { migratedDatabase, findSystemOfWorker } from "./e2e-addresses";

export interface EmptyApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly stop: () => Promise<void>;
  /** Stops the app, and starts it again with the same database and changed environment variables. Its address changes. */
  readonly restart: (environment: Environment) => Promise<EmptyApp>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts the app with the sources of the worker's system, a separate database, and these environment variables. */
export async function startEmptyApp(name: string, environment: Environment = {}): Promise<EmptyApp> {
  const { database = "", prometheus = "" } = findSystemOfWorker() ?? {};
  const databaseName = `empty_${randomBytes(6).toString("hex")}`;
  return openApp({
    folder: dataFolder(`e2e-${process.pid}-${name}`),
    databaseUrl: await copyDatabase(database, migratedDatabase, databaseName),
    dropDatabase: () => dropDatabase(database, databaseName),
    environment: { PROMETHEUS_URL: prometheus, ...environment },
  });
}

interface OpenOptions {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly dropDatabase: () => Promise<void>;
  readonly environment: Environment;
}

async function openApp(options: OpenOptions): Promise<EmptyApp> {
  const { folder, databaseUrl, environment } = options;
  const stack = await startStack({
    dataFolder: folder,
    reusesPorts: false,
    log: silentLog,
    app: {
      prepareProgram: async () => ({ kind: "built", folder: await ensureAppBuild(silentLog) }),
      extraEnvironment: { DATABASE_URL: databaseUrl, ...environment },
    },
  });
  return {
    url: stack.urls.app,
    databaseUrl,
    stop: async () => {
      await stack.stop();
      await options.dropDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async (changed) => {
      await stack.stop();
      return openApp({ ...options, environment: { ...environment, ...changed } });
    },
  };
}
