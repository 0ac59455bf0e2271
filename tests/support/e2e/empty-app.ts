/** The built app with an empty database, for specs that change who may use it. */
import { rmSync } from "node:fs";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { startStack } from "@/demo/stack/stack";
import { systemOfWorker } from "./e2e-addresses";

export interface EmptyApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly stop: () => Promise<void>;
  /** Stops the app, and starts it again with the same database and changed environment variables. Its address changes. */
  readonly restart: (environment: Environment) => Promise<EmptyApp>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts the app with the sources of the worker's system, a separate PostgreSQL, and these environment variables. */
export async function startEmptyApp(name: string, environment: Environment = {}): Promise<EmptyApp> {
  return openApp(dataFolder(`e2e-${process.pid}-${name}`), environment);
}

async function openApp(folder: string, environment: Environment): Promise<EmptyApp> {
  const stack = await startStack({
    dataFolder: folder,
    reusesPorts: false,
    log: silentLog,
    postgres: { isDurable: false },
    app: {
      prepareProgram: async () => ({ kind: "built", folder: await ensureAppBuild(silentLog) }),
      extraEnvironment: { PROMETHEUS_URL: systemOfWorker()?.prometheus ?? "", ...environment },
    },
  });
  return {
    url: stack.urls.app,
    databaseUrl: stack.urls.database,
    stop: async () => {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async (changed) => {
      await stack.stop();
      return openApp(folder, { ...environment, ...changed });
    },
  };
}
