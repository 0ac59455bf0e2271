/** Adds the first admin to an app without people, with a setup link. */
import { createHash } from "node:crypto";
import { expect, type BrowserContext } from "@playwright/test";
import pg from "pg";
import type { EmptyApp } from "./empty-app";

export const firstAdmin = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  password: "correct horse battery",
} as const;

/** Adds the admin and signs the browser in. */
export async function addFirstAdmin(app: EmptyApp, context: BrowserContext): Promise<void> {
  const token = "a-setup-token-of-this-test";
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(
    `insert into invitations (id, token_hash, purpose, role, author, expires_at)
     values (gen_random_uuid(), $1, 'setup', 'admin', 'system', now() + interval '1 hour')`,
    [createHash("sha256").update(token).digest("hex")],
  );
  await client.end();
  await post(app, context, { path: "/api/v1/setup", data: { token, ...firstAdmin } });
}

/** Signs the browser in as the first admin. */
export async function signInFirstAdmin(
  app: EmptyApp,
  context: BrowserContext,
  password: string = firstAdmin.password,
): Promise<void> {
  await post(app, context, { path: "/api/v1/session", data: { email: firstAdmin.email, password } });
}

async function post(
  app: EmptyApp,
  context: BrowserContext,
  { path, data }: { readonly path: string; readonly data: object },
): Promise<void> {
  const response = await context.request.post(`${app.url}${path}`, { headers: { origin: app.url }, data });
  expect(response.status()).toBe(200);
}
