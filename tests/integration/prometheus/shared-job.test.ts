/**
 * Two models and another program under one job and namespace, on a real Prometheus: known truth is that one model's front end
 * answers with errors, one a second, and that the other has none and dies half way.
 */
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { instantColumns } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import { queriesOf } from "@/lib/semantic/plan";
import type { QueryableDeployment, QueryContext } from "@/lib/semantic/scope-selectors";
import { planStatusQueries, readStatusNumbers, statusQueryList } from "@/lib/semantic/status-queries";
import { planAbsenceEvidence } from "@/lib/semantic/absence-evidence";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { frozenSource } from "@/tests/support/frozen-source";

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
  // No engine: its errors are nobody's here.
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

const lives = ({ diesAtMs = Number.POSITIVE_INFINITY }: Program, atMs: number): boolean => atMs < diesAtMs;
const seconds = (atMs: number): number => (atMs - startMs) / 1_000;

const openMetrics = [
  "# TYPE vllm:num_requests_running gauge",
  ...rows("vllm:num_requests_running", (program, atMs) =>
    program.model !== undefined && lives(program, atMs) ? [[`,model_name="${program.model}"`, 3]] : [],
  ),
  "# TYPE vllm:request_success counter",
  ...rows("vllm:request_success_total", (program, atMs) =>
    program.model !== undefined && lives(program, atMs)
      ? [[`,model_name="${program.model}",finished_reason="stop"`, 2 * seconds(atMs)]]
      : [],
  ),
  "# TYPE http_requests counter",
  ...rows("http_requests_total", (program, atMs) =>
    lives(program, atMs)
      ? [
          [',status="2xx"', 2 * seconds(atMs)],
          ...(program.errorsPerSecond > 0
            ? [[',status="5xx"', program.errorsPerSecond * seconds(atMs)] as const]
            : []),
        ]
      : [],
  ),
  "# TYPE up gauge",
  ...rows("up", (program, atMs) => [["", lives(program, atMs) ? 1 : 0]]),
  "# EOF\n",
].join("\n");

function placeOf(model: string, more: Partial<QueryableDeployment> = {}): QueryContext {
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

const frozen = frozenSource(() => openMetrics);

async function numbers(promqls: readonly string[], atMs: number): Promise<readonly (number | undefined)[]> {
  return Promise.all(
    promqls.map(async (promql) => (await queryInstant(frozen.upstream, { promql, atMs })).samples[0]?.value),
  );
}

const errorsOf = (place: QueryContext): readonly string[] =>
  queriesOf(compileSignal("errors", "rate", place, windowMs));
const upOf = (place: QueryContext): readonly string[] => [planAbsenceEvidence(place, 60_000).up];

test("errors are those of the deployment's own processes, not of its neighbours under the same job", async () => {
  const atMs = deathMs - spacingMs;
  const [[sick], [well]] = await Promise.all([
    numbers(errorsOf(placeOf("sick")), atMs),
    numbers(errorsOf(placeOf("well")), atMs),
  ]);
  expect(sick).toBeCloseTo(1, 9);
  expect(well).toBe(0);
});

test("errors of a process that has just ended count for as long as the window reaches back to it", async () => {
  const ended = placeOf("well", { instances: [] });
  expect(await numbers(errorsOf(ended), deathMs + 200_000)).toEqual([0]);
  expect(await numbers(errorsOf(ended), deathMs + windowMs + spacingMs)).toEqual([undefined]);
});

test("a deployment all of whose processes are dead is down, though others under its job live", async () => {
  expect(await numbers(upOf(placeOf("well")), deathMs - spacingMs)).toEqual([1]);
  expect(await numbers(upOf(placeOf("well")), endMs)).toEqual([0]);
  expect(await numbers(upOf(placeOf("sick")), endMs)).toEqual([1]);
});

/** What the status of `place` takes from the last scrapes. */
async function targetsAt(place: QueryContext, atMs: number): Promise<string> {
  const queries = planStatusQueries(place, spacingMs);
  const answers = await Promise.all(
    statusQueryList(queries).map(
      async (promql) => [promql, await queryInstant(frozen.upstream, { promql, atMs })] as const,
    ),
  );
  return readStatusNumbers(queries, instantColumns(new Map(answers))).targets;
}

test("within three scrapes of the death of every replica its targets are silent; those of the neighbour answer", async () => {
  expect(await targetsAt(placeOf("well"), deathMs - spacingMs)).toBe("answering");
  expect(await targetsAt(placeOf("well"), deathMs + 3 * spacingMs)).toBe("silent");
  expect(await targetsAt(placeOf("sick"), deathMs + 3 * spacingMs)).toBe("answering");
});

test("one scrape that is missed says nothing yet", async () => {
  expect(await targetsAt(placeOf("well"), deathMs)).toBe("answering");
});

test("targets that are scraped no more are gone once samples cannot be under way any longer", async () => {
  const gone = placeOf("well", { instances: ["b-0:9999"] });
  expect(await targetsAt(gone, deathMs + 300_000)).toBe("gone");
});

test("a time before the present instances knows the instances of then", async () => {
  const replaced = placeOf("well", { instances: ["b-7:8000"] });
  expect(await numbers(upOf(replaced), deathMs - spacingMs)).toEqual([1]);
});
