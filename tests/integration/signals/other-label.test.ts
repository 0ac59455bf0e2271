/**
 * LiteLLM labels the model of its per-token latency differently, with the provider as a prefix: on a real Prometheus.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const endMs = Date.UTC(2026, 9, 1, 12);
const spacingMs = 15_000;
const scrapes = 80;
const target = 'job="litellm",instance="l:4000"';
const perToken = "litellm_deployment_latency_per_output_token";
const requestedLabels = `requested_model="small-8b",${target}`;
const servedLabels = `litellm_model_name="openai/small-8b",${target}`;

const openMetrics = [
  [`up{${target}}`, 0],
  [`litellm_proxy_total_requests_metric_total{${requestedLabels},status_code="200"}`, 1],
  [`litellm_output_tokens_metric_total{${requestedLabels}}`, 50],
  ...["bucket", "sum", "count"].flatMap((part) => [
    [
      `litellm_request_total_latency_metric_${part}{${requestedLabels}${part === "bucket" ? ',le="+Inf"' : ""}}`,
      1,
    ] as const,
    [`${perToken}_${part}{${servedLabels}${part === "bucket" ? ',le="+Inf"' : ""}}`, 1] as const,
  ]),
]
  .flatMap(([series, perScrape]) =>
    Array.from({ length: scrapes }, (_, index) => {
      const value = perScrape === 0 ? 1 : index * Number(perScrape);
      return `${series} ${value} ${(endMs - (scrapes - 1 - index) * spacingMs) / 1_000}`;
    }),
  )
  .concat("# EOF\n")
  .join("\n");

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics, endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

const detailText = `${perToken}_count exists, but none of its series has litellm_model_name="small-8b": their litellm_model_name is "openai/small-8b". Add a selector with the actual litellm_model_name under Settings, Deployments.`;

test("names the other label of a metric instead of reporting it as absent", async () => {
  const [deployment] = (await readKnownDeployments(allSources)).deployments;
  const answer = await answerQuestion(
    {
      v: 1,
      signals: ["tpot"],
      statistics: ["mean"],
      scope: { deployment: deployment?.slug ?? "" },
      window: { from: "now-15m", to: "now" },
    },
    { sourceScope: allSources },
  );
  expect(answer.series[0]?.headline).toMatchObject({ reason: "metric-absent", detail: detailText });
});

test("reports the same in the data check", async () => {
  const [deployment] = (await readKnownDeployments(allSources)).deployments;
  if (deployment === undefined) throw new Error("nothing was discovered");
  const rows = await checkDeployment(deployment, AbortSignal.timeout(60_000));
  expect(rows.find(({ signal }) => signal === "tpot")).toMatchObject({
    reason: "metric-absent",
    detail: detailText,
  });
});
