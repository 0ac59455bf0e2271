/**
 * History for validations on a real Prometheus and PostgreSQL: the tokenizer is slow until the fix of day 0. Later days have
 * data around the hours of the validation only, and the tokenizer is slow on some of them.
 */
import { fleet } from "@/demo/simulator/fleet";
import { assertPresent } from "@/lib/base/assert";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { requestCapture } from "@/lib/services/baselines/request-capture";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { fixtureNowMs } from "@/tests/support/server/stored-fixture";

export const slug = "assist-8b";
export const dayMinutes = 1_440;
export const at = (minutes: number): number => fixtureNowMs + minutes * 60_000;

/** Part of the history. The minutes count from the time of the fixture. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly requestsPerSecond?: number;
  readonly slow?: readonly [from: number, to: number];
}

const plan = assertPresent(
  fleet.find(({ name }) => name === slug),
  "the fleet has assist-8b",
);

/** Returns the text of segments that follow each other. Counters are reset between them. */
export function writeSegments(segments: readonly Segment[]): string {
  const texts = segments.map(({ from, to, requestsPerSecond = 6, slow }, index) => {
    const traffic = { ...plan.traffic, requestsPerSecond, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 };
    const { openMetrics } = simulateHistory({
      profiles: [],
      fleet: [{ ...plan, traffic }],
      seed: 5 + index,
      fromMs: at(from),
      toMs: at(to),
      spacingMs: 15_000,
      faults:
        slow === undefined
          ? []
          : [
              {
                workload: slug,
                fault: "slow-tokenizer",
                strength: 250,
                atMs: at(slow[0]),
                untilMs: at(slow[1]),
              },
            ],
    });
    return openMetrics.replace(/# EOF\n$/, "");
  });
  return `${texts.join("")}# EOF\n`;
}

/** Captures a window. Returns the id of the baseline. */
export async function capture(name: string, [from, to]: readonly [number, number]): Promise<string> {
  const { baseline } = await requestCapture({
    params: {},
    query: {},
    body: { deployment: slug, from: String(at(from)), to: String(at(to)), name, load: {}, expiresAtMs: null },
    principal: systemPrincipal,
    signal: AbortSignal.timeout(60_000),
    requestId: "",
  });
  await captureBaseline(systemPrincipal, baseline.id);
  return baseline.id;
}

/** Adds a deploy. Returns its id. */
export async function addDeploy(minutes: number, title = "2.4.2"): Promise<string> {
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const data = { kind: "deploy", at: new Date(at(minutes)), title, origin: "hand", deploymentId };
  return (await getDatabase().event.create({ data })).id;
}
