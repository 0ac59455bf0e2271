/** A comparison of windows that were never read: the page gets what is known in 300 ms, and the result later. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/comparisons/route";
import { comparisonContract, type ComparisonEntry } from "@/lib/contracts/comparisons";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { writeBlockHistory } from "@/tests/support/histories/block-history";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";
import { startQueryLog, type QueryLog } from "@/tests/support/sources/query-log";

let stage: StoredFixture;
let log: QueryLog;

beforeAll(async () => {
  stage = await openStoredFixture(writeBlockHistory(fixtureNowMs + fixtureTailMs));
  log = await startQueryLog(stage.prometheusUrl);
  await stage.begin({ PROMETHEUS_URL: log.url });
  await discoverDeployments();
});
afterAll(async () => {
  log.close();
  await stage.close();
});

async function respond(query: Readonly<Record<string, string>>): Promise<Response> {
  const url = `http://localhost:3000/api/v1/comparisons?${new URLSearchParams(query).toString()}`;
  return GET(new Request(url, { headers: { host: "localhost:3000" } }), { params: Promise.resolve({}) });
}

async function compare(query: Readonly<Record<string, string>>): Promise<ComparisonEntry> {
  return comparisonContract.response.parse(await (await respond(query)).json());
}

const sides = { before: "window:m:now-27m:now", after: "window:m:now-26m:now" };

/** Rounds numbers to 12 digits, because Prometheus may add series in another order when it is queried again. */
function roundNumbers(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, one: unknown) =>
      typeof one === "number" ? Number(one.toPrecision(12)) : one,
    ),
  );
}

test("windows that are still read are pending with their names, and the read continues", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  log.delayQueries(() => released);
  const known = { ...sides, windows: "known", margins: "known" };
  const first = await compare(known);
  expect(first).toMatchObject({ isPending: true, result: null, sentence: "Comparing." });
  for (const side of [first.before, first.after])
    expect(side).toMatchObject({ label: "m", measured: null, missingReason: null });
  expect((await compare(known)).isPending).toBe(true);
  release();
  await expect.poll(async () => (await compare(known)).isPending, { timeout: 20_000 }).toBeUndefined();
  // Later requests joined the reads of the first, one for each side.
  const reads = log
    .listQueries()
    .filter(
      ({ form, promql }) => Number(form.get("step")) === 60 && promql.includes("first_token_seconds_bucket"),
    );
  expect(reads).toHaveLength(2);
  const [later, complete] = [await compare(known), await compare(sides)];
  // The margins may still be pending, so the verdicts may differ.
  const estimatesOf = ({ result }: ComparisonEntry) =>
    roundNumbers(result?.rows.map(({ before, after }) => [before, after]));
  expect(estimatesOf(later)).toEqual(estimatesOf(complete));
});

test("an unknown deployment is refused instead of pending", async () => {
  const { status } = await respond({ ...sides, after: "window:none:now-1h:now", windows: "known" });
  expect(status).toBe(404);
});
