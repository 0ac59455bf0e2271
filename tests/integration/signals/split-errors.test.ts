/** Errors by team on a real Prometheus, from a proxy that exposes failures only after the first one. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import type { SignalId } from "@/lib/model/signals/signals";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const endMs = Date.UTC(2026, 9, 1, 12);
const [spacingMs, sampleCount] = [15_000, 81];
/** Per scrape and team: finished requests, and those with an error. Null if none was ever counted. */
const models = {
  troubled: { search: [6, 3], chat: [6, null] },
  well: { search: [6, null], chat: [3, null] },
} as const;

const openMetrics = Object.entries(models)
  .flatMap(([model, teams]) => [
    ...series(`up{job="${model}",instance="${model}:4000"}`, () => 1),
    ...Object.entries(teams).flatMap(([team, [requests, errors]]) => {
      const labels = `requested_model="${model}",team="${team}",job="${model}",instance="${model}:4000"`;
      const total = "litellm_proxy_total_requests_metric_total";
      const counters = [
        ...series(`${total}{${labels},status_code="200"}`, (index) => index * (requests - (errors ?? 0))),
        ...(errors === null
          ? []
          : series(`${total}{${labels},status_code="503"}`, (index) => index * errors)),
        ...series(`litellm_output_tokens_metric_total{${labels}}`, (index) => index * requests),
      ];
      if (errors === null) return counters;
      const failed = `litellm_proxy_failed_requests_metric_total{${labels},exception_status="503"}`;
      return [...counters, ...series(failed, (index) => index * errors)];
    }),
  ])
  .concat(frontEndWithFailures(), "# EOF\n")
  .join("\n");

/** Per scrape, 10 requests reach the HTTP front end of vLLM: 8 finish, 1 fails, 1 is refused. */
function frontEndWithFailures(): readonly string[] {
  const labels = 'job="vllm",instance="vllm:8000"';
  const responses = Object.entries({ "200": 8, "500": 1, "429": 1 }).flatMap(([status, perScrape]) =>
    series(
      `http_requests_total{${labels},method="POST",handler="/v1/completions",status="${status}"}`,
      (index) => index * perScrape,
    ),
  );
  return [
    ...series(`up{${labels}}`, () => 1),
    ...series(`vllm:num_requests_running{${labels},model_name="served"}`, () => 1),
    ...series(
      `vllm:request_success_total{${labels},model_name="served",finished_reason="stop"}`,
      (index) => index * 8,
    ),
    ...responses,
  ];
}

function series(name: string, at: (index: number) => number): readonly string[] {
  return Array.from(
    { length: sampleCount },
    (_, index) => `${name} ${at(index)} ${(endMs - (sampleCount - 1 - index) * spacingMs) / 1_000}`,
  );
}

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics, endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function errorsBy(split: string, model: string): Promise<Readonly<Record<string, number | string>>> {
  const { deployments } = await readKnownDeployments(allSources);
  const answer = await answerQuestion(
    {
      v: 1,
      signals: ["errors"],
      statistics: ["ratio-to-requests"],
      scope: { deployment: deployments.find((one) => one.model === model)?.slug ?? "", split },
      window: { from: "now-10m", to: "now" },
    },
    { sourceScope: allSources },
  );
  return Object.fromEntries(
    answer.series.map(({ group, headline }) => [
      group?.kind === "value" ? group.value : (group?.kind ?? "total"),
      headline.kind === "present" ? headline.value : headline.reason,
    ]),
  );
}

test("shows a team without failures at zero next to the one with failures", async () => {
  expect(await errorsBy("team", "troubled")).toEqual({ search: 0.5, chat: 0 });
});

test("shows every team at zero when there are no failures", async () => {
  expect(await errorsBy("team", "well")).toEqual({ search: 0, chat: 0 });
});

test("divides the failures with one status by all requests, not by those with this status", async () => {
  expect(await errorsBy("status", "served")).toMatchObject({
    "429": expect.closeTo(0.1, 9) as number,
    "500": expect.closeTo(0.1, 9) as number,
  });
  expect(await errorsBy("method", "served")).toMatchObject({ POST: expect.closeTo(0.2, 9) as number });
});

test("shows the total with a warning for a label that no series has, but not for a label that some have", async () => {
  const { deployments } = await readKnownDeployments(allSources);
  const split = async (label: string | undefined, signals: readonly SignalId[] = ["requests"]) =>
    answerQuestion(
      {
        v: 1,
        signals,
        statistics: ["rate"],
        scope: {
          deployment: deployments.find(({ model }) => model === "troubled")?.slug ?? "",
          ...(label === undefined ? {} : { split: label }),
        },
        window: { from: "now-10m", to: "now" },
      },
      { sourceScope: allSources },
    );
  const caveats = ({ notes }: Answer): readonly string[] => notes.map(({ caveat }) => caveat ?? "");
  const warningText = "No series of this signal has the label nosuch, so this is the total.";
  const [unlabelled, unsplit, again] = [await split("nosuch"), await split(undefined), await split("nosuch")];
  expect(unlabelled.split).toBeUndefined();
  expect(unlabelled.series).toEqual(unsplit.series);
  expect(caveats(unlabelled)).toEqual([expect.stringContaining(warningText)]);
  expect(caveats(again)).toEqual(caveats(unlabelled));
  expect(caveats(await split("nosuch", ["requests", "output-tokens"]))[1]).toContain(
    "Not split: no series of Requests has the label nosuch.",
  );
  const byTeam = await split("team");
  expect(byTeam.split).toMatchObject({ label: "team", totalCount: 2 });
  expect(caveats(byTeam)).toEqual([expect.not.stringContaining("the label")]);
});
