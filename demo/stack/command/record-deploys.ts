// Records the deploys and configuration changes of the fleet's scenario through the events API, as a deploy pipeline would, so that charts show
// them. Existing events are not recorded again.
import { z, ZodError } from "zod";
import { listDeploysUntil, type ScenarioDeploy } from "../../simulator/scenario";
import type { Log } from "../log";
import { waitUntil } from "../process/wait-until";
import { StackError } from "../stack-error";
import { isRetried, READY_LIMIT_MS, withAnswerLimit } from "./app-requests";

export interface RecordDeploysOptions {
  readonly appUrl: string;
  readonly scenarioStartMs: number;
  readonly nowMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const eventList = z.object({ events: z.array(z.object({ title: z.string(), atMs: z.number() })) });
const MINUTE_MS = 60_000;

/** Records all deploys up to now. A failure is only logged: the demo works without the events. */
export async function recordDeploys(options: RecordDeploysOptions): Promise<void> {
  try {
    for (const deploy of listDeploysUntil(options.nowMs, options.scenarioStartMs))
      await recordDeploy(options, deploy);
  } catch (error) {
    const isExpected =
      error instanceof StackError ||
      error instanceof ZodError ||
      error instanceof TypeError ||
      error instanceof SyntaxError ||
      error instanceof DOMException;
    if (!isExpected) throw error;
    const reason = error instanceof ZodError ? "its list of events is invalid" : error.message;
    if (!options.signal.aborted) options.log(`charts will not show the fleet's deploys: ${reason}`);
  }
}

async function recordDeploy(recording: RecordDeploysOptions, deploy: ScenarioDeploy): Promise<void> {
  let attemptCount = 0;
  await waitUntil({
    condition: `the application to store ${deploy.deployment}`,
    findAbortReason: () => (recording.signal.aborted ? "stopped" : undefined),
    isMet: async () => {
      const answer = await fetchEvents(recording, deploy);
      if (isRetried(answer.status)) return false;
      const { events } = eventList.parse(answer.body);
      if (events.some(({ title, atMs }) => title === deploy.title && atMs === deploy.atMs)) return true;
      attemptCount += 1;
      return createEvent(recording, deploy, attemptCount);
    },
    timeoutMs: READY_LIMIT_MS,
    fix: "read the log of the application",
  });
}

/** Returns false if the application is not ready for the event yet. */
async function createEvent(
  { appUrl, signal }: RecordDeploysOptions,
  deploy: ScenarioDeploy,
  attemptCount: number,
): Promise<boolean> {
  const response = await fetch(`${appUrl}/api/v1/events`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // A refused request is repeated with another key, because its key has the refusal.
      "idempotency-key": `demo-${deploy.kind}-${deploy.deployment}-${deploy.atMs}-${attemptCount}`,
    },
    body: JSON.stringify(deploy),
    signal: withAnswerLimit(signal),
  });
  await response.body?.cancel();
  if (response.ok) return true;
  if (isRetried(response.status)) return false;
  throw new StackError(`the events API answered ${response.status}`, "read the log of the application");
}

async function fetchEvents(
  { appUrl, signal }: RecordDeploysOptions,
  { kind, deployment, atMs }: ScenarioDeploy,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const around = { from: String(atMs - MINUTE_MS), to: String(atMs + MINUTE_MS) };
  const query = new URLSearchParams({ ...around, deployment, kinds: kind });
  const response = await fetch(`${appUrl}/api/v1/events?${query.toString()}`, {
    signal: withAnswerLimit(signal),
  });
  if (!isRetried(response.status)) return { status: response.status, body: await response.json() };
  await response.body?.cancel();
  return { status: response.status, body: null };
}
