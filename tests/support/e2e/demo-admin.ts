/** Signs a browser in as the admin of the demo, for specs whose pages need an admin. */
import type { BrowserContext } from "@playwright/test";
import { demoAdmin } from "@/lib/model/person";
import { findSystemOfWorker } from "./e2e-addresses";
import { signInWithStoredSession } from "./stored-session";

/** Signs the browser in at the worker's system. */
export async function signInDemoAdmin(context: BrowserContext): Promise<void> {
  const { app, database } = findSystemOfWorker() ?? { app: "", database: "" };
  await signInWithStoredSession({ url: app, databaseUrl: database }, context, demoAdmin.id);
}
