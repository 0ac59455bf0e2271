/**
 * Reads strange cases of all engines from a real Prometheus, and compares the row, the headline, panels of Signals, the
 * data check and the events of each with the truth.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { emptyWatchedFacts, type WatchedFacts } from "@/lib/model/deployment/deployment-facts";
import { listSignalIds } from "@/lib/model/signals/signals";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { compareFacts } from "@/lib/services/events/compare-facts";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { summariseFleet } from "@/lib/services/overview/summarise-fleet";
import { openFrozenFixture } from "@/tests/support/server/frozen-fixture";
import { writeExpositions, type ExposedSeriesList } from "@/tests/support/histories/strange-expositions";
import { historySeconds, makeStrangeCase, type StrangeCase } from "./make-case";
import { listPanelClaims } from "./panel-claims";
import { listCheckClaims, listEventClaims, listHeadlineClaims, listRowClaims } from "./row-claims";

const firstEndMs = Date.UTC(2027, 9, 1, 12);
const hourMs = 3_600_000;
const spacingSeconds = 15;
const times = Array.from(
  { length: historySeconds / spacingSeconds + 1 },
  (_, index) => index * spacingSeconds,
);
/** Times of discovery and of the checks for events, before the end. The first one sees every target alive. */
const checksMs = [630_000, 60_000, 0] as const;
/** Cases read at the same time. */
const atOnce = 4;

/** Returns the false statements about cases `from` to `to` (exclusive), each after the name of its case. */
export async function judgeStrangeCases(from: number, to: number): Promise<readonly string[]> {
  // Results are cached by source and time, and a process may judge several batches.
  const endMs = firstEndMs + from * hourMs;
  const cases = Array.from({ length: to - from }, (_, index) => makeStrangeCase(from + index));
  const expositions: Record<string, ExposedSeriesList> = Object.assign(
    {},
    ...cases.map((one) => one.expositions),
  );
  const fixture = await openFrozenFixture(writeExpositions(expositions, endMs, times), endMs);
  try {
    const titles = await readEvents(endMs, fixture.setClock);
    const deployments = await knownDeployments();
    const found: string[] = [];
    for (let index = 0; index < cases.length; index += atOnce) {
      const claims = await Promise.all(
        cases.slice(index, index + atOnce).map((one) => claimsAbout(one, deployments.get(one.model), titles)),
      );
      found.push(...claims.flat());
    }
    return found;
  } finally {
    await fixture.close();
  }
}

async function knownDeployments(): Promise<ReadonlyMap<string, KnownDeployment>> {
  const { deployments } = await readKnownDeployments(allSources);
  return new Map(deployments.map((one) => [one.model, one]));
}

/** Runs the checks for events at each time, and returns the titles of the events by model. */
async function readEvents(
  endMs: number,
  setClock: (atMs: number) => void,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const watched = new Map<string, WatchedFacts>();
  const titles = new Map<string, string[]>();
  for (const beforeMs of checksMs) {
    const atMs = endMs - beforeMs;
    setClock(atMs);
    await discoverDeployments();
    for (const [model, deployment] of await knownDeployments()) {
      const facts = await readDeploymentFacts(deployment, atMs);
      if (facts === undefined) continue;
      const compared = compareFacts(watched.get(model) ?? emptyWatchedFacts, facts, atMs);
      watched.set(model, compared.watched);
      const known = titles.get(model) ?? [];
      titles.set(model, [...known, ...compared.changes.map(({ change }) => change.title)]);
    }
  }
  return titles;
}

async function claimsAbout(
  one: StrangeCase,
  deployment: KnownDeployment | undefined,
  titles: ReadonlyMap<string, readonly string[]>,
): Promise<readonly string[]> {
  const name = `${one.model} (${one.truth.traffic}, ${one.truth.deadCount} of ${one.truth.targetCount} dead${one.truth.isRenamed ? ", renamed" : ""})`;
  if (deployment === undefined) return [`${name}: not discovered`];
  if (deployment.engine !== one.truth.engine) return [`${name}: discovered as ${deployment.engine}`];
  const { signal } = new AbortController();
  const window = { from: "now-15m", to: "now" } as const;
  const row = await readOverviewRow(deployment, window, signal);
  const fleet = summariseFleet([row], {
    window: { startMs: row.asOfMs - 900_000, endMs: row.asOfMs },
    asOfMs: row.asOfMs,
    isPast: false,
  });
  const check = await checkDeployment(deployment, signal);
  const claims = [
    ...listRowClaims(one, row),
    ...listHeadlineClaims(one, fleet),
    ...listCheckClaims(
      one,
      check.filter(({ signal: id }) => engineSignals.has(id)),
    ),
    ...listEventClaims(one, titles.get(one.model) ?? []),
    ...(await listPanelClaims(one, deployment)),
  ];
  return claims.map((claim) => `${name}: ${claim}`);
}

const engineSignals: ReadonlySet<string> = new Set(listSignalIds("engine"));
