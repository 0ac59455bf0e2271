/**
 * The product's signals endpoint on the fixture's Prometheus, served over HTTP with the same route, guards, services
 * and caches. Only the web framework and the database are missing. The deployment is set as discovery would store it.
 */
import { Agent, request } from "undici";
import { POST } from "@/app/api/v1/signals/route";
import type { SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { deleteProcessState } from "@/lib/server/process-state";
import { cacheDeployments } from "@/lib/services/deployments/known-deployments";
import { deploymentOf } from "@/tests/support/sample-data/deployment-record";
import { useServerEnvironment as setServerEnvironment } from "@/tests/support/server/server-environment";
import { serveEndpoint } from "./served-endpoint";
import { benchedModel, benchedSignals } from "./fixture-history";
import type { Fixture } from "./fixture";

export interface SignalsEndpoint {
  /** Sends a request like a browser and returns the response's bytes. */
  readonly query: () => Promise<Buffer>;
  readonly close: () => void;
}

const slug = "benched";

/** Six panels of five statistics each: 84 columns of 360 points. */
const wanted: SignalsRequest = {
  questions: benchedSignals.map(({ id }) => ({
    key: id,
    question: {
      v: 1,
      signals: [id],
      statistics: ["p50", "p90", "p95", "p99", "mean"],
      scope: { deployment: slug },
      window: { from: "now-90m", to: "now" },
    },
  })),
};

export async function openSignalsEndpoint(fixture: Fixture): Promise<SignalsEndpoint> {
  Object.assign(process.env, {
    // Response validation, which is on in tests, would be measured too.
    NODE_ENV: "production",
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(fixture.endMs - Date.now() - 60_000),
  });
  deleteProcessState("clock-offset");
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: fixture.prometheusUrl,
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: process.env["RIDGEPOINT_TEST_CLOCK_OFFSET_MS"],
  });
  cacheDeployments({ records: [deployment(fixture)], aliases: new Map() });
  const served = await serveEndpoint(POST);
  const dispatcher = new Agent({ connections: 64 });
  const ask: SignalsEndpoint["query"] = async () => {
    const response = await request(`${served.url}/api/v1/signals`, {
      method: "POST",
      dispatcher,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wanted),
    });
    const body = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode !== 200)
      throw new Error(`the endpoint answers ${response.statusCode}: ${body.toString()}`);
    return body;
  };
  await assertAnswered(ask);
  return { query: ask, close: served.close };
}

/** Guards against measuring fast but empty responses. */
async function assertAnswered(ask: SignalsEndpoint["query"]): Promise<void> {
  const { panels } = JSON.parse((await ask()).toString()) as SignalsResponse;
  const numbers = panels.flatMap((panel) =>
    panel.state === "answered"
      ? panel.answer.series.flatMap(({ values }) => values.filter(Number.isFinite))
      : [],
  );
  if (numbers.length < 6 * 5 * 300) throw new Error(`the endpoint answers only ${numbers.length} numbers`);
}

const deployment = ({ endMs }: Fixture) =>
  deploymentOf(benchedModel, {
    id: "00000000-0000-7000-8000-000000000001",
    slug,
    title: "Benched",
    pools: [{ role: "both", selectors: [{ model_name: benchedModel, job: "vllm" }] }],
    lastSeenAtMs: endMs,
    instances: ["v0"],
    review: "accepted",
  });
