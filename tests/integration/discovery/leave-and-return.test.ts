/**
 * A target that Prometheus no longer discovers: its series and its `up` series end. Tests deployment, row, panels and
 * notices during its absence and after its return.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as OVERVIEW } from "@/app/api/v1/overview/route";
import { GET as NOTICES } from "@/app/api/v1/notices/route";
import type { NoticesResponse } from "@/lib/contracts/notices";
import type { OverviewResponse, OverviewRow } from "@/lib/contracts/overview";
import { inactiveSinceMs, isListed } from "@/lib/model/deployment/deployment-review";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 9, 1, 12);
const spacingMs = 15_000;
const lengthMinutes = 150;
/** Both belong to one scrape job, so the other target keeps responding. */
const lives = {
  keeps: () => true,
  leaves: (minute: number) => minute < 30 || minute >= 120,
} as const;

function exposition(): string {
  const times = Array.from(
    { length: (lengthMinutes * minuteMs) / spacingMs },
    (_, index) => index * spacingMs,
  );
  const lines = (name: string, of: (elapsedMs: number) => number, more: (model: string) => string) =>
    Object.entries(lives).flatMap(([model, isThere]) =>
      times
        .filter((elapsedMs) => isThere(elapsedMs / minuteMs))
        .map((elapsedMs) => {
          const labels = `job="vllm",instance="${model}:8000"${more(model)}`;
          return `${name}{${labels}} ${of(elapsedMs)} ${(startMs + elapsedMs) / 1_000}`;
        }),
    );
  const ofModel = (model: string): string => `,model_name="${model}"`;
  return [
    "# TYPE up gauge",
    ...lines(
      "up",
      () => 1,
      () => "",
    ),
    "# TYPE vllm:num_requests_running gauge",
    ...lines("vllm:num_requests_running", () => 3, ofModel),
    "# TYPE vllm:num_requests_waiting gauge",
    ...lines("vllm:num_requests_waiting", () => 0, ofModel),
    "# TYPE vllm:generation_tokens counter",
    ...lines("vllm:generation_tokens_total", (elapsedMs) => elapsedMs / 10, ofModel),
    "# TYPE vllm:time_to_first_token_seconds histogram",
    ...["0.5", "+Inf"].flatMap((edge) =>
      lines(
        "vllm:time_to_first_token_seconds_bucket",
        (elapsedMs) => elapsedMs / 500,
        (model) => `${ofModel(model)},le="${edge}"`,
      ),
    ),
    ...lines("vllm:time_to_first_token_seconds_count", (elapsedMs) => elapsedMs / 500, ofModel),
    "# TYPE vllm:request_success counter",
    ...lines(
      "vllm:request_success_total",
      (elapsedMs) => elapsedMs / 500,
      (model) => `${ofModel(model)},finished_reason="stop"`,
    ),
    "# EOF\n",
  ].join("\n");
}

let own: TestDatabase;
let prometheus: FrozenPrometheus;

beforeAll(async () => {
  prometheus = await startPrometheus(exposition());
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
});
afterAll(async () => {
  deleteProcessState("clock-offset");
  await leaveServerEnvironment();
  await prometheus.stop();
  await own.drop();
});

const reads = [
  "series-reader",
  "spacing-reader",
  "signals-answers",
  "overview-rows",
  "query-scheduler:prometheus",
];

/** Sets the clock to this many minutes after the start and clears caches. */
async function at(minute: number): Promise<void> {
  for (const name of ["clock-offset", ...reads]) deleteProcessState(name);
  getProcessState("clock-offset", () => startMs + minute * minuteMs - Date.now());
  await discoverDeployments();
}

const request = (path: string): Request =>
  new Request(`http://localhost:3000/api/v1/${path}`, { headers: { host: "localhost:3000" } });
const anywhere = { params: Promise.resolve({}) };

const sentenceOf = (row: OverviewRow): string =>
  row.state === "judged"
    ? row.sentence.map((part) => (part.kind === "text" ? part.text : "…")).join("")
    : row.state;

/** A row that is not ready in time is returned as pending while its queries continue. */
async function judgedRows(): Promise<readonly OverviewRow[]> {
  return vi.waitFor(
    async () => {
      const response = await OVERVIEW(request("overview?from=now-15m"), anywhere);
      const { deployments } = (await response.json()) as OverviewResponse;
      expect(deployments.map(({ state }) => state)).toEqual(["judged", "judged"]);
      return deployments;
    },
    { timeout: 30_000, interval: 200 },
  );
}

async function observe(minute: number) {
  await at(minute);
  const now = startMs + minute * minuteMs;
  const deployment = await resolveDeployment("leaves", allSources);
  const deployments = await judgedRows();
  const { notices } = (await (await NOTICES(request("notices"), anywhere)).json()) as NoticesResponse;
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: ["running"],
      statistics: ["value"],
      scope: { deployment: "leaves" },
      window: { from: "now-15m", to: "now" },
    },
    { sourceScope: allSources },
  );
  const row = deployments.find(({ slug }) => slug === "leaves");
  const other = deployments.find(({ slug }) => slug === "keeps");
  const [running] = series;
  const numbers = running?.values ?? [];
  return {
    id: deployment.id,
    missing: deployment.missingSinceMs !== null,
    inactiveSinceMs: inactiveSinceMs(deployment, now),
    isListed: isListed(deployment, now),
    statuses: [row, other].map((one) => (one?.state === "judged" ? one.status.id : one?.state)),
    sentence: row === undefined ? "no row" : sentenceOf(row),
    notices: notices.map(({ title }) => title),
    headline: running?.headline,
    /** Either a value or one reason for its absence. */
    panel: {
      numbers: numbers.filter((value) => value !== null).length,
      zeros: numbers.filter((value) => value === 0).length,
      reasons: [...new Set((running?.absence ?? []).map(([, , reason]) => reason))],
      isNow: numbers.at(-1) !== null,
    },
  };
}

const scrapedNoMore =
  /^Prometheus no longer scrapes any target of this deployment.*, so the current state is unknown\. Restore its targets in service discovery, or hide the deployment/;

test("shows both deployments while they are scraped", async () => {
  expect(await observe(29)).toMatchObject({
    missing: false,
    statuses: ["ok", "ok"],
    notices: [],
    headline: { kind: "present", value: 3 },
    panel: { reasons: [], zeros: 0, isNow: true },
  });
});

test("shows a removed target as down within two minutes, and its neighbour in the same job as ok", async () => {
  expect(await observe(32)).toMatchObject({
    missing: false,
    statuses: ["source-down", "ok"],
    sentence: expect.stringMatching(scrapedNoMore),
    panel: { reasons: ["target-down"], zeros: 0, isNow: false },
  });
});

test("later shows the target as missing, without zero values, and keeps measured values in the panel", async () => {
  const away = await observe(40);
  expect(away).toMatchObject({
    missing: true,
    inactiveSinceMs: null,
    isListed: true,
    statuses: ["source-down", "ok"],
    sentence: expect.stringMatching(scrapedNoMore),
    headline: { kind: "absent", reason: "target-down" },
    panel: { reasons: ["target-down"], zeros: 0, isNow: false },
  });
  expect(away.panel.numbers).toBeGreaterThan(0);
});

test("marks the deployment as inactive after an hour, still listed, with the same reason in its panels", async () => {
  const away = await observe(105);
  expect(away).toMatchObject({
    isListed: true,
    statuses: ["source-down", "ok"],
    panel: { numbers: 0, zeros: 0, reasons: ["target-down"] },
  });
  expect(away.inactiveSinceMs).toBeLessThan(startMs + 36 * minuteMs);
  expect(away.inactiveSinceMs).toBeGreaterThan(startMs + 28 * minuteMs);
});

test("restores the same deployment with its link and status, without a notice", async () => {
  const { id } = await resolveDeployment("leaves", allSources);
  const back = await observe(124);
  expect(back).toMatchObject({
    id,
    missing: false,
    inactiveSinceMs: null,
    statuses: ["ok", "ok"],
    notices: [],
    headline: { kind: "present", value: 3 },
    panel: { reasons: ["target-down"], zeros: 0, isNow: true },
  });
});
