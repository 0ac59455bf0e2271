/**
 * The product's own signals door on the stage's Prometheus, served over HTTP as the program serves it: the same route, guards,
 * services and memory. Only the web framework and the database are missing; the deployment is what discovery would remember.
 */
import { Agent, request } from "undici";
import { POST } from "@/app/api/v1/signals/route";
import type { SignalsRequest, SignalsResponse } from "@/lib/contracts/signals";
import { forgetProcessMemory } from "@/lib/server/memory";
import { rememberDeployments } from "@/lib/services/deployments/known-deployments";
import { deploymentOf } from "@/tests/support/deployment-record";
import { useServerEnvironment as setServerEnvironment } from "@/tests/support/server-environment";
import { serveDoor } from "./served-door";
import { benchedModel, benchedSignals } from "./stage-history";
import type { Stage } from "./stage";

export interface ProductDoor {
  /** Asks as a browser does and gives the answer's bytes. */
  readonly ask: () => Promise<Buffer>;
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

export async function openProductDoor(stage: Stage): Promise<ProductDoor> {
  Object.assign(process.env, {
    // What is checked of each answer in tests would be measured too.
    NODE_ENV: "production",
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(stage.endMs - Date.now() - 60_000),
  });
  forgetProcessMemory("clock-offset");
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: stage.prometheusUrl,
    RIDGEPOINT_TEST_CLOCK_OFFSET_MS: process.env["RIDGEPOINT_TEST_CLOCK_OFFSET_MS"],
  });
  rememberDeployments({ records: [deployment(stage)], aliases: new Map() });
  const served = await serveDoor(POST);
  const dispatcher = new Agent({ connections: 64 });
  const ask: ProductDoor["ask"] = async () => {
    const response = await request(`${served.url}/api/v1/signals`, {
      method: "POST",
      dispatcher,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wanted),
    });
    const body = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode !== 200)
      throw new Error(`the door answers ${response.statusCode}: ${body.toString()}`);
    return body;
  };
  await assertAnswered(ask);
  return { ask, close: served.close };
}

/** A quick answer about nothing would look very good. */
async function assertAnswered(ask: ProductDoor["ask"]): Promise<void> {
  const { panels } = JSON.parse((await ask()).toString()) as SignalsResponse;
  const numbers = panels.flatMap((panel) =>
    panel.state === "answered"
      ? panel.answer.series.flatMap(({ values }) => values.filter(Number.isFinite))
      : [],
  );
  if (numbers.length < 6 * 5 * 300) throw new Error(`the door answers only ${numbers.length} numbers`);
}

const deployment = ({ endMs }: Stage) =>
  deploymentOf(benchedModel, {
    id: "00000000-0000-7000-8000-000000000001",
    slug,
    title: "Benched",
    pools: [{ role: "both", selectors: [{ model_name: benchedModel, job: "vllm" }] }],
    lastSeenAtMs: endMs,
    instances: ["v0"],
    review: "accepted",
  });
