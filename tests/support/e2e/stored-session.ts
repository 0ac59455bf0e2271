/** Signs a browser in as a person without a password, with a session in the database. */
import { createHash, randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import pg from "pg";
import type { EmptyApp } from "./empty-app";

/** Stores a session of the person, and gives its cookie to the browser. */
export async function signInWithStoredSession(
  { url, databaseUrl }: Pick<EmptyApp, "url" | "databaseUrl">,
  context: BrowserContext,
  personId: string,
): Promise<void> {
  const token = randomBytes(16).toString("hex");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into sessions (id, token_hash, person_id, expires_at, updated_at)
     values (gen_random_uuid(), $1, $2, now() + interval '1 hour', now())`,
    [createHash("sha256").update(token).digest("hex"), personId],
  );
  await client.end();
  const { port } = new URL(url);
  await context.addCookies([
    { name: `ridgepoint-session-${port}`, value: token, url, httpOnly: true, sameSite: "Lax" },
  ]);
}

interface NewEditor {
  readonly name: string;
  readonly email: string;
}

/** Adds an editor of no team, and signs the browser in as this person. */
export async function signInNewEditor(
  app: Pick<EmptyApp, "url" | "databaseUrl">,
  context: BrowserContext,
  { name, email }: NewEditor,
): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into people (id, name, email, role, updated_at)
     values (gen_random_uuid(), $1, $2, 'editor', now()) returning id`,
    [name, email],
  );
  await client.end();
  await signInWithStoredSession(app, context, rows[0]?.id ?? "");
}
