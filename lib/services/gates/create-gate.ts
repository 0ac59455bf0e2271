/**
 * Creates a gate run. A run whose window has ended is evaluated within the request. A background job evaluates all other
 * runs, and a run whose evaluation takes too long for the request.
 */
import type { createGateContract } from "@/lib/contracts/gates";
import { AppError } from "@/lib/model/app-error";
import { parseDeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { GateRequest } from "@/lib/model/gate/gate-result";
import { formatGateRule, parseGateRules } from "@/lib/model/gate/gate-rule";
import { minWindowMs, maxWindowMs, resolveTime, type TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { evaluateGate } from "./evaluate-gate";
import { findGateBaseline } from "./find-gate-baseline";
import { readGateResponse } from "./gate-row";

const defaultWindow = "30m";
/** Time that a request waits for the verdict. After this time, the background job evaluates the run. */
const requestLimitMs = 7_000;
/** Time that the job waits after the request, because the evaluation of the request may still end. */
const requestGraceMs = 3_000;
/** Time after the end of a window until its last samples are scraped and stored. */
const scrapeDelayMs = 30_000;

const blockEdgeMs = 60_000;

type Input = HandlerInput<typeof createGateContract>;

/**
 * Creates a gate run, and evaluates it if its window has ended. Throws invalid-input and database-unavailable. Throws
 * not-found for an unknown deployment, baseline or load test, and conflict for a baseline without a document. If the
 * source fails, the verdict of the run is "cannot tell".
 */
export const createGate: Handler<typeof createGateContract> = async ({ body, principal, signal }) => {
  const scope = principal.sourceScope;
  const deployment = await resolveDeployment(body.deployment, scope);
  const baseline = await findGateBaseline({ deployment, reference: body.baseline, reader: principal });
  const loadTest = body.run === undefined ? null : await findLoadTest(body.run, deployment);
  const asOfMs = nowMs();
  const window = resolveGateWindow(body, loadTest, asOfMs);
  const request: GateRequest = {
    schemaVersion: 1,
    rules: parseRules(body.rules),
    deployment: { slug: deployment.slug, title: deployment.title, source: deployment.metricsSource },
    baseline: {
      id: baseline.id,
      name: baseline.name,
      contentHash: baseline.contentHash,
      window: baseline.summary?.window ?? { startMs: 0, endMs: 0 },
    },
    factor: body.factor === undefined ? null : (parseDeclaredFactor(body.factor) ?? null),
    isStrict: body.isStrict,
    run: loadTest === null ? null : { eventId: loadTest.id, title: loadTest.title },
  };
  const hasEnded = window.endMs <= asOfMs;
  const dueMs = hasEnded ? asOfMs + requestLimitMs + requestGraceMs : window.endMs + scrapeDelayMs;
  const { id } = await writeChange(principal, "create-gate", async (transaction) =>
    transaction.gateRun.create({
      data: {
        deploymentId: deployment.id,
        baselineId: baseline.id,
        request: JSON.parse(JSON.stringify(request)),
        startAt: new Date(window.startMs),
        endAt: new Date(window.endMs),
        dueAt: new Date(dueMs),
        author: principal.id,
        createdAt: new Date(asOfMs),
      },
      select: { id: true },
    }),
  );
  if (hasEnded) {
    const outcome = await waitOrReturnPending(
      requestLimitMs,
      (leaving) => evaluateGate(id, { reader: principal, signal: leaving, isLeftToJob: true }),
      signal,
    );
    if (outcome.kind === "failed") throw outcome.error;
  }
  return readGateResponse(id, principal);
};

interface LoadTest {
  readonly id: string;
  readonly title: string;
  readonly window: TimeWindow | null;
}

/**
 * Returns the exclusion that marks the load test. Throws not-found, and invalid-input for an event that is no
 * exclusion.
 */
async function findLoadTest(id: string, deployment: KnownDeployment): Promise<LoadTest> {
  const event = await readRows((database) =>
    database.event.findUnique({
      where: { id },
      select: { kind: true, title: true, at: true, endAt: true, deploymentId: true },
    }),
  );
  if (event === null || (event.deploymentId !== null && event.deploymentId !== deployment.id))
    throw new AppError("not-found", `${deployment.title} has no event ${id}`);
  if (event.kind !== "exclusion")
    throw new AppError(
      "invalid-input",
      `The event ${id} is of the kind ${event.kind}. The option “run” accepts only an event of the kind “exclusion”.`,
    );
  const window = event.endAt === null ? null : { startMs: event.at.getTime(), endMs: event.endAt.getTime() };
  return { id, title: event.title.slice(0, 1_000), window };
}

/**
 * Returns the window that the run judges. Throws invalid-input for a window that is too short, too long or
 * contradictory.
 */
function resolveGateWindow(
  { window, startsNow }: Pick<Input["body"], "window" | "startsNow">,
  loadTest: LoadTest | null,
  asOfMs: number,
): TimeWindow {
  if (window === undefined && !startsNow && loadTest?.window) return loadTest.window;
  const startMs = resolveTime(`now-${window ?? defaultWindow}`, asOfMs);
  const lengthMs = asOfMs - (startMs ?? asOfMs);
  if (lengthMs < minWindowMs || lengthMs > maxWindowMs)
    throw new AppError("invalid-input", "The window must be 1 minute to 92 days long.");
  // The window ends at a full minute, because the edges of blocks are at full minutes.
  const endMs = startsNow
    ? Math.ceil(asOfMs / blockEdgeMs) * blockEdgeMs + lengthMs
    : Math.floor(asOfMs / blockEdgeMs) * blockEdgeMs;
  return { startMs: endMs - lengthMs, endMs };
}

function parseRules(texts: readonly string[]): string[] {
  const rules = parseGateRules(texts);
  if (!rules.ok) throw new AppError("invalid-input", rules.error);
  return rules.value.map(formatGateRule);
}
