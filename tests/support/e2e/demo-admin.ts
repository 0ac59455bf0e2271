/** Signs a browser in as the admin of the demo, for specs whose pages need an admin. */
import type { BrowserContext } from "@playwright/test";
import { demoAdmin } from "@/lib/model/person";
import { systemOfWorker } from "./e2e-addresses";
import { signInDirectly } from "./stored-session";

/** Signs the browser in at the worker's system. */
export async function signInDemoAdmin(context: BrowserContext): Promise<void> {
  const { app, database } = systemOfWorker() ?? { app: "", database: "" };
  await signInDirectly({ url: app, databaseUrl: database }, context, demoAdmin.id);
}
