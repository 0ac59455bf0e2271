/** Times without scrapes on a real Prometheus: a gap of the source, and times before all data. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const minuteMs = 60_000;
const endMs = Date.UTC(2026, 9, 1, 12);
const startMs = endMs - 40 * minuteMs;
const [awayMs, backMs] = [endMs - 20 * minuteMs, endMs - 14 * minuteMs];
const spacingMs = 15_000;
/** Two models of one source. "goner" disappears from discovery five minutes before the end. */
const lastOf = { stayer: endMs, goner: endMs - 5 * minuteMs } as const;

const openMetrics = Object.entries(lastOf)
  .flatMap(([model, lastMs]) => {
    const target = `job="${model}",instance="${model}:8000"`;
    const names = [
      `up{${target}}`,
      `vllm:num_requests_running{model_name="${model}",${target}}`,
      `vllm:num_requests_waiting{model_name="${model}",${target}}`,
    ];
    return names.flatMap((series) =>
      Array.from({ length: (endMs - startMs) / spacingMs + 1 }, (_, index) => startMs + index * spacingMs)
        .filter((atMs) => atMs <= lastMs && (atMs <= awayMs || atMs >= backMs))
        .map((atMs) => `${series} 1 ${atMs / 1_000}`),
    );
  })
  .concat("# EOF\n")
  .join("\n");

let stage: FrozenFixture;
let known: readonly KnownDeployment[] = [];

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics, endMs - 6 * minuteMs);
  await discoverDeployments();
  known = (await readKnownDeployments(allSources)).deployments;
  stage.setClock(endMs);
});
afterAll(() => stage.close());

const slugOf = (model: string): string => known.find((one) => one.model === model)?.slug ?? "";

async function running(model: string, from: number, to: number | "now") {
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: ["running"],
      statistics: ["value"],
      scope: { deployment: slugOf(model) },
      window: { from: String(from), to: String(to) },
    },
    { sourceScope: allSources },
  );
  return series[0];
}

test("reports no target as down while Prometheus was unavailable", async () => {
  const series = await running("stayer", startMs + 5 * minuteMs, "now");
  expect(series?.absence.map(([, , reason]) => reason)).toEqual(["not-scraped"]);
  const atTheGap = await running("stayer", startMs + 5 * minuteMs, backMs - minuteMs / 2);
  expect(atTheGap?.headline).toMatchObject({ kind: "absent", reason: "not-scraped" });
});

test('reports neither "not yet known" nor down before all data', async () => {
  const past = { from: endMs - 100 * 86_400_000, to: endMs - 100 * 86_400_000 + 60 * minuteMs };
  const series = await running("stayer", past.from, past.to);
  expect(series?.headline).toMatchObject({ kind: "absent", reason: "no-data" });
  expect(series?.absence.map(([, , reason]) => reason)).toEqual(["no-data"]);
  // A hundred days later, accurate to a few minutes.
  const first = series?.headline.kind === "absent" ? series.headline.firstSample : undefined;
  if (first === undefined) throw new Error("no first sample was found");
  expect(first.atMs).toBeLessThanOrEqual(startMs);
  expect(first.atMs + first.withinMs).toBeGreaterThanOrEqual(startMs);
  expect(first.withinMs).toBeLessThanOrEqual(5 * minuteMs);
});

test("is inconclusive for a past without data, and down if the deployment's targets stopped", async () => {
  const rowOf = async (model: string, window: { readonly from: string; readonly to: string }) => {
    const deployment = known.find((one) => one.model === model);
    if (deployment === undefined) throw new Error("nothing was discovered");
    return readOverviewRow(deployment, window, AbortSignal.timeout(60_000));
  };
  const [from, to] = [endMs - 100 * 86_400_000, endMs - 100 * 86_400_000 + 60 * minuteMs];
  const past = await rowOf("stayer", { from: String(from), to: String(to) });
  expect(past.status.id).toBe("cannot-tell");
  expect(past.sentence).toMatchObject([
    { text: "At the end of the window: " },
    { text: "the source has no samples of this deployment, so its state is unknown." },
  ]);
  expect((await rowOf("goner", { from: "now-15m", to: "now" })).status.id).toBe("source-down");
});

test("does not blame a deployment for a minute without scrapes", async () => {
  const deployment = known.find((one) => one.model === "stayer");
  if (deployment === undefined) throw new Error("nothing was discovered");
  stage.setClock(awayMs + 90_000);
  const row = await readOverviewRow(deployment, { from: "now-15m", to: "now" }, AbortSignal.timeout(60_000));
  stage.setClock(endMs);
  expect(row.status.id).toBe("cannot-tell");
  expect(row.sentence).toMatchObject([
    { text: "Prometheus has not scraped any target recently, so the current state is unknown." },
  ]);
});

test("distinguishes minutes without scrapes from targets that are down in the data check", async () => {
  const reasonOf = async (model: string) => {
    const deployment = known.find((one) => one.model === model);
    if (deployment === undefined) throw new Error("nothing was discovered");
    const rows = await checkDeployment(deployment, AbortSignal.timeout(60_000));
    return rows.find(({ signal }) => signal === "running")?.reason;
  };
  // Longer than the window of a headline.
  stage.setClock(backMs - minuteMs / 2);
  const away = await reasonOf("stayer");
  stage.setClock(endMs + spacingMs);
  const [stopped, stays] = [await reasonOf("goner"), await reasonOf("stayer")];
  stage.setClock(endMs);
  expect([away, stopped, stays]).toEqual(["not-scraped", "target-down", null]);
});
