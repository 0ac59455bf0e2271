/**
 * The product's signals endpoint on the fixture's Prometheus, served over HTTP with the same route, guards, services
 * and caches. Only the web framework and the database are missing. The deployment is set as discovery would store it.
 */
import { Agent, request } from "undici";
import { POST } from "@/app/api/v1/signals/route";
import type { SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { deleteProcessState } from "@/lib/server/process-state";
import { cacheUnstoredDeployments } from "@/lib/services/deployments/known-deployments";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { useServerEnvironment as setServerEnvironment } from "@/tests/support/server/server-environment";
import { serveEndpoint } from "./served-endpoint";
import { benchedModel, benchedSignals } from "./fixture-history";
import type { Fixture } from "./fixture";

export interface SignalsEndpoint {
  /** Sends a request like a browser and returns the response's bytes. The session is not needed without people. */
  readonly query: (sessionToken?: string) => Promise<Buffer>;
  /** Repeats the request until all panels have numbers. */
  readonly awaitNumbers: () => Promise<void>;
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

interface EndpointOptions {
  readonly databaseUrl?: string;
  /** Session of requests that name none. */
  readonly sessionToken?: string;
  /** Address of the fixture's Prometheus. */
  readonly prometheusUrl?: string;
}

export async function openSignalsEndpoint(
  fixture: Fixture,
  {
    databaseUrl = "postgresql://nobody@127.0.0.1:9/none",
    prometheusUrl = fixture.prometheusUrl,
    sessionToken: defaultToken,
  }: EndpointOptions = {},
): Promise<SignalsEndpoint> {
  Object.assign(process.env, {
    // Response validation, which is on in tests, would be measured too.
    NODE_ENV: "production",
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(fixture.endMs - Date.now() - 60_000),
  });
  deleteProcessState("clock-offset");
  setServerEnvironment({
    DATABASE_URL: databaseUrl,
    PROMETHEUS_URL: prometheusUrl,
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: process.env["RIDGEPOINT_TEST_CLOCK_OFFSET_MS"],
  });
  // Survives reloads from a database without it.
  cacheUnstoredDeployments([deployment(fixture)]);
  const served = await serveEndpoint(POST);
  const dispatcher = new Agent({ connections: 64 });
  const { port } = new URL(served.url);
  const ask: SignalsEndpoint["query"] = async (sessionToken = defaultToken) => {
    const response = await request(`${served.url}/api/v1/signals`, {
      method: "POST",
      dispatcher,
      headers: {
        "content-type": "application/json",
        ...(sessionToken === undefined
          ? {}
          : { origin: served.url, cookie: `ridgepoint-session-${port}=${sessionToken}` }),
      },
      body: JSON.stringify(wanted),
    });
    const body = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode !== 200)
      throw new Error(`the endpoint answers ${response.statusCode}: ${body.toString()}`);
    return body;
  };
  const awaitNumbers = (): Promise<void> => assertAnswered(ask);
  await awaitNumbers();
  return { query: ask, awaitNumbers, close: served.close };
}

const maxTries = 60;

/**
 * Guards against measuring fast but empty responses. Panels that are not ready yet are requested again, like in the
 * browser.
 */
async function assertAnswered(ask: SignalsEndpoint["query"]): Promise<void> {
  let numberCount = 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { panels } = JSON.parse((await ask()).toString()) as SignalsResponse;
    const numbers = panels.flatMap((panel) =>
      panel.state === "answered"
        ? panel.answer.series.flatMap(({ values }) => values.filter(Number.isFinite))
        : [],
    );
    numberCount = numbers.length;
    if (numberCount >= 6 * 5 * 300) return;
    if (panels.every(({ state }) => state !== "pending")) break;
  }
  throw new Error(`the endpoint answers only ${numberCount} numbers`);
}

const deployment = ({ endMs }: Fixture) =>
  createDeploymentRecord(benchedModel, {
    id: "00000000-0000-7000-8000-000000000001",
    slug,
    title: "Benched",
    pools: [{ role: "both", selectors: [{ model_name: benchedModel, job: "vllm" }] }],
    lastSeenAtMs: endMs,
    instances: ["v0"],
    review: "accepted",
  });
