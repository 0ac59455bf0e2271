/**
 * P27: a page for 200 people who are signed in, compared with one person who sends the same 200 requests: the time of the
 * warm page, and the Prometheus queries of a page that is not in the cache. Answers are cached per source, so people add
 * only the check of their session.
 */
import pg from "pg";
import { createDatabase } from "@/lib/server/db/database-name";
import { applyMigrations } from "@/lib/server/db/migrate";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { startScratchPostgres } from "@/scripts/suites/scratch-postgres";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { openSignalsEndpoint } from "./signals-endpoint";
import type { Fixture } from "./fixture";

const viewerCount = 200;
const cacheNames = ["series-reader", "spacing-reader", "signals-answers", "split-choices"];

const tokenOf = (viewer: number): string => `viewer-${viewer}`;

/** Adds the people with a session each. */
async function addViewers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `with added as (
       insert into people (id, name, email, role, updated_at)
       select gen_random_uuid(), 'Viewer ' || n, 'viewer-' || n || '@example.com', 'viewer', now()
       from generate_series(0, $1::int - 1) as n returning id, email
     )
     insert into sessions (id, token_hash, person_id, expires_at, updated_at)
     select gen_random_uuid(), encode(sha256(convert_to(split_part(email, '@', 1), 'UTF8')), 'hex'), id,
       now() + interval '1 day', now()
     from added`,
    [viewerCount],
  );
  await client.end();
}

export async function benchSignedInViewers(fixture: Fixture): Promise<readonly BenchRow[]> {
  const postgres = await startScratchPostgres("bench-viewers");
  const databaseUrl = await createDatabase(postgres.url, "viewers");
  await applyMigrations({ connectionString: databaseUrl });
  await addViewers(databaseUrl);
  // Closes the connections of benchmarks before this one, which have no database.
  setServerEnvironment({ DATABASE_URL: databaseUrl });
  await leaveServerEnvironment();
  deleteProcessState(personExistsStateName);
  const sessionToken = tokenOf(0);
  const prometheusUrl = fixture.proxy.url;
  const endpoint = await openSignalsEndpoint(fixture, { databaseUrl, sessionToken, prometheusUrl });
  const visit = async (tokens: (viewer: number) => string): Promise<void> => {
    await Promise.all(Array.from({ length: viewerCount }, (_, viewer) => endpoint.query(tokens(viewer))));
    await endpoint.awaitNumbers();
  };
  const warm = await compare({
    id: "P27",
    title: `warm page of 6 panels, ${viewerCount} signed-in viewers at once, against one viewer`,
    unit: "ms",
    must: 1.25,
    moonshot: 1.05,
    ours: async () => {
      await visit(tokenOf);
      return undefined;
    },
    peer: async () => {
      await visit(() => sessionToken);
      return undefined;
    },
  });
  /** Counts the queries of a page that is not in the cache. */
  const countQueries = async (tokens: (viewer: number) => string): Promise<number> => {
    for (const name of cacheNames) deleteProcessState(name);
    fixture.proxy.resetCounts();
    await visit(tokens);
    return fixture.proxy.counts().requests;
  };
  const cold = await compare({
    id: "P27",
    title: `upstream queries of a page without cache, ${viewerCount} signed-in viewers, against one viewer`,
    unit: "queries",
    // On a busy machine, the grid moves on while the viewers are answered.
    must: 2,
    moonshot: 1,
    isCount: true,
    ours: () => countQueries(tokenOf),
    peer: () => countQueries(() => sessionToken),
  });
  endpoint.close();
  await leaveServerEnvironment();
  await postgres.remove();
  return [warm, cold];
}
