/**
 * Two models and another program under one job and namespace, on a real Prometheus. The front end of one model
 * returns one error per second. The other model has none, and its processes die halfway.
 */
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { QueryableDeployment, QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { planStatusQueries, listStatusQueries } from "@/lib/semantic/status/status-queries";
import { readStatusNumbers } from "@/lib/semantic/status/read-status-numbers";
import { planAbsenceEvidence } from "@/lib/semantic/absence/absence-evidence";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";

const startMs = Date.UTC(2026, 9, 1, 12);
const deathMs = startMs + 900_000;
const endMs = startMs + 1_800_000;
const spacingMs = 15_000;
const windowMs = 300_000;

interface Program {
  readonly instance: string;
  readonly model?: string;
  readonly errorsPerSecond: number;
  readonly diesAtMs?: number;
}

const programs: readonly Program[] = [
  { instance: "a-0:8000", model: "sick", errorsPerSecond: 1 },
  { instance: "b-0:8000", model: "well", errorsPerSecond: 0, diesAtMs: deathMs },
  { instance: "b-1:8000", model: "well", errorsPerSecond: 0, diesAtMs: deathMs },
  // Not an engine: its errors belong to neither deployment.
  { instance: "web-0:80", errorsPerSecond: 5 },
];

function rows(name: string, of: (program: Program, atMs: number) => readonly (readonly [string, number])[]) {
  return programs.flatMap((program) =>
    Array.from({ length: (endMs - startMs) / spacingMs + 1 }, (_unused, index) => startMs + index * spacingMs)
      .flatMap((atMs) => of(program, atMs).map(([labels, value]) => ({ labels, value, atMs })))
      .map(({ labels, value, atMs }) => {
        const target = `job="vllm",namespace="serving",instance="${program.instance}"`;
        return `${name}{${target}${labels}} ${value} ${atMs / 1_000}`;
      }),
  );
}

const isRunning = ({ diesAtMs = Number.POSITIVE_INFINITY }: Program, atMs: number): boolean =>
  atMs < diesAtMs;
const seconds = (atMs: number): number => (atMs - startMs) / 1_000;

const openMetrics = [
  "# TYPE vllm:num_requests_running gauge",
  ...rows("vllm:num_requests_running", (program, atMs) =>
    program.model !== undefined && isRunning(program, atMs) ? [[`,model_name="${program.model}"`, 3]] : [],
  ),
  "# TYPE vllm:request_success counter",
  ...rows("vllm:request_success_total", (program, atMs) =>
    program.model !== undefined && isRunning(program, atMs)
      ? [[`,model_name="${program.model}",finished_reason="stop"`, 2 * seconds(atMs)]]
      : [],
  ),
  "# TYPE http_requests counter",
  ...rows("http_requests_total", (program, atMs) =>
    isRunning(program, atMs)
      ? [
          [',status="2xx"', 2 * seconds(atMs)],
          ...(program.errorsPerSecond > 0
            ? [[',status="5xx"', program.errorsPerSecond * seconds(atMs)] as const]
            : []),
        ]
      : [],
  ),
  "# TYPE up gauge",
  ...rows("up", (program, atMs) => [["", isRunning(program, atMs) ? 1 : 0]]),
  "# EOF\n",
].join("\n");

function contextOf(model: string, more: Partial<QueryableDeployment> = {}): QueryContext {
  const deployment: QueryableDeployment = {
    pools: [{ role: "both", selectors: [{ model_name: model, job: "vllm", namespace: "serving" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
    instances: programs.filter((one) => one.model === model).map(({ instance }) => instance),
    ...more,
  };
  return { engine: engineById("vllm"), deployment, scope: { deployment: model } };
}

const frozen = startFrozenSource(() => openMetrics);

async function numbers(promqls: readonly string[], atMs: number): Promise<readonly (number | undefined)[]> {
  return Promise.all(
    promqls.map(async (promql) => (await queryInstant(frozen.upstream, { promql, atMs })).samples[0]?.value),
  );
}

const errorsOf = (queryContext: QueryContext): readonly string[] =>
  listPlanQueries(compileSignal("errors", "rate", queryContext, windowMs));
const upOf = (queryContext: QueryContext): readonly string[] => [
  planAbsenceEvidence(queryContext, 60_000).upQuery,
];

test("counts errors of the deployment's processes only, not of others under the same job", async () => {
  const atMs = deathMs - spacingMs;
  const [[sick], [well]] = await Promise.all([
    numbers(errorsOf(contextOf("sick")), atMs),
    numbers(errorsOf(contextOf("well")), atMs),
  ]);
  expect(sick).toBeCloseTo(1, 9);
  expect(well).toBe(0);
});

test("errors of a process that has just ended count as long as the window includes it", async () => {
  const ended = contextOf("well", { instances: [] });
  expect(await numbers(errorsOf(ended), deathMs + 200_000)).toEqual([0]);
  expect(await numbers(errorsOf(ended), deathMs + windowMs + spacingMs)).toEqual([undefined]);
});

test("a deployment without running processes is down, even if others under its job are up", async () => {
  expect(await numbers(upOf(contextOf("well")), deathMs - spacingMs)).toEqual([1]);
  expect(await numbers(upOf(contextOf("well")), endMs)).toEqual([0]);
  expect(await numbers(upOf(contextOf("sick")), endMs)).toEqual([1]);
});

/** Returns the state of the targets of `queryContext` that the status query computes from the last scrapes. */
async function targetsAt(queryContext: QueryContext, atMs: number): Promise<string> {
  const queries = planStatusQueries(queryContext, spacingMs);
  const answers = await Promise.all(
    listStatusQueries(queries).map(
      async (promql) => [promql, await queryInstant(frozen.upstream, { promql, atMs })] as const,
    ),
  );
  return readStatusNumbers(queries, columnsFromVectors(new Map(answers))).targets;
}

test("targets are silent within three scrapes after every replica died, while those of the other model answer", async () => {
  expect(await targetsAt(contextOf("well"), deathMs - spacingMs)).toBe("answering");
  expect(await targetsAt(contextOf("well"), deathMs + 3 * spacingMs)).toBe("silent");
  expect(await targetsAt(contextOf("sick"), deathMs + 3 * spacingMs)).toBe("answering");
});

test("one missed scrape does not change the state of the targets", async () => {
  expect(await targetsAt(contextOf("well"), deathMs)).toBe("answering");
});

test("targets that are no longer scraped count as removed once the last samples are too old", async () => {
  const unscraped = contextOf("well", { instances: ["b-0:9999"] });
  expect(await targetsAt(unscraped, deathMs + 300_000)).toBe("removed");
});

test("a time before the current instances uses the instances of that time", async () => {
  const replaced = contextOf("well", { instances: ["b-7:8000"] });
  expect(await numbers(upOf(replaced), deathMs - spacingMs)).toEqual([1]);
});
