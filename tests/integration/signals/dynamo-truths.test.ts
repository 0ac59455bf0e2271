/**
 * NVIDIA Dynamo 1.4.0 with separate prefill and decode workers, recorded from its real servers, with small changes of the
 * recorded text. Each stack has one problem, and the truth about it is known.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { readRecordedHistory, type RecordedTarget } from "@/tests/support/peers/recorded-history";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const endMs = Date.UTC(2026, 9, 1, 12);
const seconds = 1_800;
const factor = 20;
/** The recording has 44 requests of 20 tokens. */
const requestsPerSecond = (44 * factor) / seconds;

type Edit = (text: string) => string;

interface Stack {
  readonly frontend?: Pick<RecordedTarget, "edit" | "restartsAt">;
  readonly decode?: Pick<RecordedTarget, "edit">;
  /** A second decode worker, which dies. */
  readonly dyingDecode?: Pick<RecordedTarget, "failsFromSeconds">;
}

/** Sets the value of all series whose name or labels match. */
const setValue =
  (pattern: string, value: string): Edit =>
  (text) =>
    text.replaceAll(new RegExp(`^(${pattern}.*) \\S+$`, "gm"), `$1 ${value}`);
const inOrder =
  (...edits: readonly Edit[]): Edit =>
  (text) =>
    edits.reduce((edited, edit) => edit(edited), text);

/** Ten of the 44 requests are cancelled by their clients. */
const withAborts: Edit = (text) =>
  text.replace(
    /error_type="",(model="[^"]+",request_type="unary"),status="success"/,
    'error_type="cancelled",$1,status="error"',
  );
/** The frontend forwards responses that are not streamed, so that it observes no token. */
const withoutTokens = inOrder(
  setValue("dynamo_frontend_output_tokens_total", "0"),
  setValue("dynamo_frontend_time_to_first_token_seconds", "0"),
  setValue("dynamo_frontend_(?:active|queued)_requests", "3"),
);
/** The KV cache is 90.6 % full. 51 requests per minute are preempted while others wait. */
const preempting = inOrder(
  setValue("vllm:kv_cache_usage_perc", "0.906"),
  setValue("vllm:gpu_cache_usage_perc", "0.906"),
  setValue("vllm:num_requests_waiting", "14"),
  setValue("vllm:num_requests_running", "9"),
  setValue("vllm:num_preemptions_total", String((51 / 60) * (seconds / factor))),
);
/** The worker exposes the old name too, with other edges and ten times the sum. */
const withBothNames: Edit = (text) => {
  const lines = text.split("\n").filter((line) => line.startsWith("vllm:inter_token_latency_seconds"));
  const old = lines
    .filter((line) => !/le="0\.(?:025|075|15)"/.test(line))
    .map((line) => line.replace("inter_token_latency", "time_per_output_token"))
    .map((line) => (line.includes("_sum") ? line.replace(/ \S+$/, " 54.14") : line));
  return `${old.join("\n")}\n${text}`;
};

const stacks: Readonly<Record<string, Stack>> = {
  aborts: { frontend: { edit: withAborts } },
  silent: { frontend: { edit: withoutTokens } },
  preempting: { decode: { edit: preempting } },
  "both-names": { decode: { edit: withBothNames } },
  restarted: { frontend: { restartsAt: 1_620 } },
  dying: { dyingDecode: { failsFromSeconds: 1_200 } },
};

function targetsOf([name, { frontend = {}, decode = {}, dyingDecode }]: readonly [string, Stack]) {
  const renamed: Edit = (text) =>
    text
      .replaceAll('"toy-split"', `"${name}"`)
      .replaceAll('dynamo_namespace="dynamo"', `dynamo_namespace="${name}"`);
  const target = (file: string, changes: Partial<RecordedTarget> = {}): RecordedTarget => ({
    file,
    job: `${name}-${file === "frontend" ? file : "workers"}`,
    instance: `${name}-${file}:9090`,
    ...changes,
    edit: inOrder(changes.edit ?? ((text) => text), renamed),
  });
  return [
    target("frontend", frontend),
    target("prefill"),
    target("decode", decode),
    ...(dyingDecode === undefined
      ? []
      : [target("decode", { ...dyingDecode, instance: `${name}-decode-2:9090` })]),
  ];
}

let stage: FrozenFixture;

beforeAll(async () => {
  const history = readRecordedHistory({
    folder: "dynamo-1.4.0-disaggregated",
    targets: Object.entries(stacks).flatMap(targetsOf),
    endMs,
    seconds,
    factor,
  });
  stage = await openFrozenFixture(history, endMs - 900_000);
  await discoverDeployments();
  stage.setClock(endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function find(model: string, engine: "dynamo" | "vllm"): Promise<KnownDeployment> {
  const { deployments } = await readKnownDeployments(allSources);
  const found = deployments.find((one) => one.engine === engine && one.model === model);
  if (found === undefined) throw new Error(`${model} of ${engine} was not discovered`);
  return found;
}

async function rowOf(model: string, engine: "dynamo" | "vllm") {
  const row = await readOverviewRow(
    await find(model, engine),
    { from: "now-15m", to: "now" },
    AbortSignal.timeout(60_000),
  );
  return { ...row, text: sentenceText(row.sentence).replaceAll("\u202f", " ") };
}

async function headlinesOf(
  model: string,
  engine: "dynamo" | "vllm",
  question: { readonly signal: SignalId; readonly statistics: readonly Statistic[] },
) {
  const { slug } = await find(model, engine);
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: [question.signal],
      statistics: question.statistics,
      scope: { deployment: slug },
      window: { from: "now-15m", to: "now" },
    },
    { sourceScope: allSources },
  );
  return series.map(({ headline }) => headline);
}

test("reports aborts of clients in status and sentence, and no errors, like Signals", async () => {
  const row = await rowOf("aborts", "dynamo");
  expect(row.status).toMatchObject({ id: "aborts", currentIds: ["aborts"] });
  expect(row.text).toMatch(/^22\.7 % of requests are aborted by clients/);
  expect(row.readings.abortRatio).toMatchObject({ kind: "present", value: expect.closeTo(10 / 44, 6) });
  expect(row.readings.errorRatio).toMatchObject({ kind: "present", value: 0 });
  for (const [signal, value] of [
    ["aborts", 10 / 44],
    ["errors", 0],
  ] as const)
    expect(
      await headlinesOf("aborts", "dynamo", { signal, statistics: ["ratio-to-requests"] }),
    ).toMatchObject([{ kind: "present", value: expect.closeTo(value, 6) }]);
});

test("reports no stall while requests finish without an observed token, and why TTFT is unknown", async () => {
  const { status, text } = await rowOf("silent", "dynamo");
  expect(status).toMatchObject({ id: "cannot-tell", currentIds: ["cannot-tell"] });
  expect(text).toMatch(/^Requests finish, but no first token was observed, so TTFT is unknown\./);
});

test("reports KV pressure of decode workers by preemptions with a standing queue", async () => {
  const { status, text } = await rowOf("preempting", "vllm");
  expect(status.id).toBe("kv-pressure");
  expect(status.currentIds).not.toContain("batch-slots");
  expect(text).toMatch(
    /at least 14 requests were waiting for space in the KV cache, and requests were preempted \(5[01]\.\d per min\)\. The fullest KV cache was 90\.6 % full\./,
  );
});

test("reads the buckets, sum and count of a decode worker with both names under the new name only", async () => {
  const [p95, mean] = await headlinesOf("both-names", "vllm", { signal: "itl", statistics: ["p95", "mean"] });
  expect(mean).toMatchObject({ kind: "present", value: expect.closeTo(5.414_051_897 / 836, 9) });
  // The old name has no edge at 0.025.
  expect(p95).toMatchObject({ kind: "present", lower: 0, upper: 0.01 });
  const n = mean?.kind === "present" ? mean.n : null;
  expect(p95).toMatchObject({ n });
});

test("reports the rates of one traffic over one window after a restart of the frontend", async () => {
  const { readings } = await rowOf("restarted", "dynamo");
  const { requestRate: requests, outputTokenRate: outputTokens, errorRatio } = readings;
  for (const one of [requests, outputTokens]) if (one.kind === "absent") throw new Error(one.detail);
  // The requests between the last scrape before the restart and the restart were not counted.
  const counted = requestsPerSecond * (285 / 300);
  expect(requests).toMatchObject({ value: expect.closeTo(counted, 5) });
  expect(outputTokens).toMatchObject({ value: expect.closeTo(20 * counted, 5) });
  const windows = [requests, outputTokens, errorRatio].map((one) =>
    one.kind === "present" ? [one.atMs, one.windowMs] : [],
  );
  expect(new Set(windows.map(String)).size).toBe(1);
});

test("counts a dead decode worker among the decode and prefill workers of its stack", async () => {
  const row = await rowOf("dying", "vllm");
  expect(row.status.id).toBe("instances-down");
  expect(row.instanceCount).toBe(3);
  expect(row.text).toMatch(/^1 of 3 instances is down since /);
});
