/** Status of training jobs, computed from steps and targets, with a real Prometheus. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as OVERVIEW } from "@/app/api/v1/overview/route";
import type { JudgedRow, OverviewResponse } from "@/lib/contracts/overview";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

interface Job {
  readonly name: string;
  readonly steps: (seconds: number) => number;
  /** Start in seconds after the beginning of the history. */
  readonly bornAt?: number;
  readonly isUp: boolean;
}

/** Length of the history before the tests. It continues during the tests. */
const lengthSeconds = 1_800;
const continuesSeconds = 900;
const jobs: readonly Job[] = [
  { name: "running", steps: (seconds) => seconds / 20, isUp: true },
  // The last step was 20 minutes ago.
  { name: "hangs", steps: (seconds) => Math.min(seconds, 600) / 20, isUp: true },
  // Loading data for the first time.
  { name: "begins", steps: () => 0, bornAt: lengthSeconds - 120, isUp: true },
  { name: "died", steps: (seconds) => Math.min(seconds, 600) / 20, isUp: false },
  { name: "uncounted", steps: () => 0, isUp: true },
];

function exposition(endSeconds: number): string {
  const lines = (metric: string, of: (job: Job, seconds: number) => number, wanted: (job: Job) => boolean) =>
    jobs.filter(wanted).flatMap((job) =>
      Array.from({ length: (lengthSeconds + continuesSeconds) / 15 + 1 }, (_, index) => index * 15)
        .filter((seconds) => seconds >= (job.bornAt ?? 0))
        .map(
          (seconds) =>
            `${metric}{job="${job.name}",instance="${job.name}:1"} ${of(job, seconds)} ${endSeconds - lengthSeconds + seconds}`,
        ),
    );
  return [
    "# TYPE up gauge",
    ...lines(
      "up",
      ({ isUp }, seconds) => (isUp || seconds < lengthSeconds - 300 ? 1 : 0),
      () => true,
    ),
    "# TYPE steps counter",
    ...lines(
      "steps_total",
      ({ steps }, seconds) => steps(seconds),
      ({ name }) => name !== "uncounted",
    ),
    "# TYPE loss gauge",
    ...lines(
      "loss",
      () => 2,
      ({ name }) => name === "uncounted",
    ),
    "# EOF\n",
  ].join("\n");
}

const file = `version: 1
deployments:
${jobs
  .map(
    ({ name }) => `  - title: ${name}
    engine: training
    selectors: [{ job: ${name} }]
    mappings:
      ${name === "uncounted" ? "train-loss: { gauge: loss }" : "train-batches: { counter: steps_total }"}
`,
  )
  .join("")}`;

let prometheus: FrozenPrometheus;
let own: TestDatabase;
let folder = "";

beforeAll(async () => {
  prometheus = await startPrometheus(exposition(Math.floor(Date.now() / 1_000)));
  folder = mkdtempSync(path.join(tmpdir(), "ridgepoint-training-"));
  writeFileSync(path.join(folder, "ridgepoint.yaml"), file);
  own = await createMigratedDatabase();
  useServerEnvironment({
    DATABASE_URL: own.url,
    PROMETHEUS_URL: prometheus.url,
    RIDGEPOINT_CONFIG: path.join(folder, "ridgepoint.yaml"),
  });
  await registerSources();
  // The first pass applies the file, and the second pass discovers what it defines.
  await discoverDeployments();
  await discoverDeployments();
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
  await prometheus.stop();
  rmSync(folder, { recursive: true });
});

async function readFleet(window = "from=now-15m"): Promise<OverviewResponse> {
  const request = new Request(`http://localhost:3000/api/v1/overview?${window}`, {
    headers: { host: "localhost:3000" },
  });
  return vi.waitFor(
    async () => {
      const answer = (await (
        await OVERVIEW(request, { params: Promise.resolve({}) })
      ).json()) as OverviewResponse;
      expect(answer.deployments.map(({ state }) => state)).toEqual(jobs.map(() => "judged"));
      return answer;
    },
    { timeout: 30_000, interval: 200 },
  );
}

const textOf = (sentence: JudgedRow["sentence"]): string =>
  sentence.map((part) => (part.kind === "text" ? part.text : "…")).join("");

test("determines the status from steps and targets, and states the cause", async () => {
  const { deployments } = await readFleet();
  const rowsByJob = deployments.flatMap((row) =>
    row.state === "judged" ? [[row.title, row.status.id, textOf(row.sentence)] as const] : [],
  );
  expect(rowsByJob).toEqual([
    ["died", "source-down", expect.stringMatching(/^No target of this deployment/)],
    [
      "hangs",
      "stalled",
      "No training step was completed for 10 min, although the targets respond. The job hangs or has finished.",
    ],
    [
      "begins",
      "cannot-tell",
      "The job started less than 10 min ago and has not completed a training step yet.",
    ],
    ["uncounted", "cannot-tell", expect.stringMatching(/^No metric counts training steps/)],
    ["running", "ok", "Training: batches …, over the last 5 min."],
  ]);
});

test("counts training jobs in the fleet without mentioning tokens or requests", async () => {
  const { counts, headline } = await readFleet();
  expect(counts).toMatchObject({ down: 1, unhealthy: 1, unknown: 2, ok: 1 });
  expect(textOf(headline)).toMatch(/hangs: No training step was completed for 10 min/);
  expect(textOf(headline)).not.toMatch(/token|request/i);
});

test("determines the status of a past window at its end", async () => {
  const from = Date.now() - (lengthSeconds - 300) * 1_000;
  const { deployments, headline } = await readFleet(`from=${from}&to=${from + 240_000}`);
  const rowsByJob = new Map(
    deployments.flatMap((row) =>
      row.state === "judged" ? [[row.title, [row.status.id, textOf(row.sentence)]] as const] : [],
    ),
  );
  // Both still made steps at that time.
  expect(rowsByJob.get("hangs")).toEqual([
    "ok",
    expect.stringMatching(/^At the end of the window: Training/),
  ]);
  expect(rowsByJob.get("died")?.[0]).toBe("ok");
  expect(textOf(headline)).toMatch(/^At the end of the window: /);
});
