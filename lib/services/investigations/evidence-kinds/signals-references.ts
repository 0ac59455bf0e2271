/** Reads what a chart of signals shows in addition to its values. A part that cannot be read is missing, with the reason. */
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { maxStoredEvents } from "@/lib/contracts/investigations/evidence-kinds/signals-references";
import { eventsContract } from "@/lib/contracts/events";
import { usualRangesContract } from "@/lib/contracts/ranges/usual-ranges";
import { question as questionSchema } from "@/lib/contracts/signals";
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import { toProblem } from "@/lib/server/http/problem";
import { getBaseline } from "@/lib/services/baselines/get-baseline";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { listEvents } from "@/lib/services/events/list-events";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { toQuestion, toWireAnswer } from "@/lib/services/signals/read-signals";
import { readUsualRanges } from "@/lib/services/signals/read-usual-ranges";
import type { AnswerReadContext } from "./answer-outcome";

/** Stored references of a chart. */
export type StoredReferences = ReadonlyDeep<
  NonNullable<Extract<EvidenceData, { endpoint: "signals" }>["references"]>
>;
type StoredAnswer = ReturnType<typeof toWireAnswer>;
type Requested = NonNullable<QuestionOf<"signals">["references"]>;

/** Time limit of these reads together, so that a slow history does not prevent the copy of the values. */
const readLimitMs = 20_000;

interface ReferenceRead extends AnswerReadContext {
  readonly question: QuestionOf<"signals">;
}

/** Returns the limits, usual range, baseline, comparison and events of the chart. Throws database-unavailable. */
export async function readReferences(requested: Requested, read: ReferenceRead): Promise<StoredReferences> {
  const signal = AbortSignal.any([read.signal, AbortSignal.timeout(readLimitMs)]);
  const limited = { ...read, signal };
  const missing: string[] = [];
  const attempt = async <T>(noun: string, part: () => Promise<T>): Promise<T | null> => {
    try {
      return await part();
    } catch (error) {
      read.signal.throwIfAborted();
      if (isAppError(error) && error.code === "database-unavailable") throw error;
      missing.push(`The copy lacks ${noun}. ${describeFailure(error, read.requestId, signal)}`);
      return null;
    }
  };
  const [limits, usual, baseline, comparison, events, related] = await Promise.all([
    attempt("the limit", () => readLimits(limited)),
    attempt("the usual range", () => readUsual(requested.usual, limited)),
    attempt("the baseline", () => readBaseline(requested.baselineId, limited)),
    attempt("the compared values", () => readComparison(requested.comparison, limited)),
    attempt("the events", () => readEvents(limited)),
    attempt("the counts of requests", () => readRelated(requested.related, limited)),
  ]);
  return { limits, usual, baseline, comparison, events: events ?? [], related: related ?? [], missing };
}

function describeFailure(error: unknown, requestId: string, signal: AbortSignal): string {
  if (signal.aborted) return "The source did not respond in time.";
  return toSentence(isAppError(error) ? toProblem(error, requestId).detail : "The data could not be read.");
}

async function readLimits({ question, principal }: ReferenceRead): Promise<StoredReferences["limits"]> {
  return resolveLimits(await resolveDeployment(question.scope.deployment, principal.sourceScope));
}

async function readUsual(
  series: Requested["usual"],
  { question: { scope, window }, principal, requestId, signal }: ReferenceRead,
): Promise<StoredReferences["usual"]> {
  if (series === null) return null;
  const { deployment, model, instance } = scope;
  const body = usualRangesContract.body.parse({
    deployment,
    ...(model === undefined ? {} : { model }),
    ...(instance === undefined ? {} : { instance }),
    window: toExpression(window),
    series: [series],
  });
  for (;;) {
    const { ranges } = await readUsualRanges({ params: {}, query: {}, body, principal, requestId, signal });
    const [range] = ranges;
    if (range?.state === "failed") throw new Error(range.problem.detail);
    if (range?.state !== "pending")
      return range?.state === "known"
        ? { hours: range.hours, excludedHourCount: range.excludedHourCount }
        : null;
    signal.throwIfAborted();
  }
}

/** Returns the numbers of the baseline that the chart may draw. */
async function readBaseline(
  baselineId: string | null,
  { question, principal, requestId, signal }: ReferenceRead,
): Promise<StoredReferences["baseline"]> {
  if (baselineId === null) return null;
  const params = { baselineId };
  const { baseline, measured } = await getBaseline({
    params,
    query: {},
    body: {},
    principal,
    signal,
    requestId,
  });
  if (measured === null || baseline.window === null) return null;
  const signals = new Set<string>([...question.signals, "requests"]);
  const isDrawn = (one: { readonly signal: string }): boolean => signals.has(one.signal);
  return {
    id: baseline.id,
    name: baseline.name,
    ageMs: nowMs() - baseline.window.endMs,
    measured: {
      ...measured,
      distributions: measured.distributions.filter(isDrawn),
      rates: measured.rates.filter(isDrawn),
      gauges: measured.gauges.filter(isDrawn),
    },
  };
}

async function readComparison(
  comparison: Requested["comparison"],
  read: ReferenceRead,
): Promise<StoredAnswer | null> {
  if (comparison === null) return null;
  return readValues(read.question, comparison.window, read);
}

async function readRelated(
  related: Requested["related"],
  read: ReferenceRead,
): Promise<StoredReferences["related"]> {
  return Promise.all(
    related.map(async ({ panel, ...values }) => ({
      panel,
      answer: await readValues({ ...read.question, ...values }, read.question.window, read),
    })),
  );
}

/** Returns the values of a window, read with the times of the chart. */
async function readValues(
  { v, signals, statistics, scope, timing }: QuestionOf<"signals">,
  window: TimeWindow,
  { principal: { sourceScope }, signal }: ReferenceRead,
): Promise<StoredAnswer> {
  const parsed = questionSchema.parse({ v, signals, statistics, scope, window: toExpression(window) });
  const options = { sourceScope, signal, lane: "evidence", fixedTiming: timing };
  return toWireAnswer(await answerQuestion(toQuestion(parsed), options));
}

async function readEvents({
  question: { scope, window },
  principal,
  requestId,
  signal,
}: ReferenceRead): Promise<StoredReferences["events"]> {
  const query = eventsContract.query.parse({
    ...toExpression(window),
    deployment: scope.deployment,
    limit: maxStoredEvents,
  });
  const { events } = await listEvents({ params: {}, query, body: {}, principal, requestId, signal });
  return events.map(({ id, kind, reason, title, atMs, endMs }) => ({ id, kind, reason, title, atMs, endMs }));
}

function toExpression({ startMs, endMs }: TimeWindow): { readonly from: string; readonly to: string } {
  return { from: String(startMs), to: String(endMs) };
}
