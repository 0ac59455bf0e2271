/** Reads a roofline page as its endpoint does, with the times with which the page of a person read it. */
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { toSentence } from "@/lib/format/sentence";
import { sentenceText } from "@/lib/format/sentence-text";
import { readRooflineOf } from "@/lib/services/roofline/read-roofline";
import { readUntilComplete, type AnswerOutcome, type AnswerReadContext } from "./answer-outcome";

/** Returns the response that the Roofline page shows, when it is complete. */
export function readRooflineAnswer(
  { endpoint: _endpoint, ...scope }: QuestionOf<"roofline">,
  read: AnswerReadContext,
): Promise<AnswerOutcome> {
  return readRooflineScope(scope, read, (page) => ({
    kind: "answered",
    data: { endpoint: "roofline", page },
    window: page.window,
  }));
}

/**
 * Returns the response that the batch sweep shows, when it is complete. Refused if it has no serving pool.
 */
export function readSweepAnswer(
  { endpoint: _endpoint, ...scope }: QuestionOf<"sweep">,
  read: AnswerReadContext,
): Promise<AnswerOutcome> {
  return readRooflineScope(scope, read, (page) =>
    page.pools.length === 0
      ? { kind: "failed", reason: describeMissingPool(page) }
      : { kind: "answered", data: { endpoint: "sweep", page }, window: page.window },
  );
}

type Page = ReadonlyDeep<RooflinePageData>;

/** Returns why the page has no pool, as a sentence. */
export function describeMissingPool({ unavailableReason }: Page): string {
  return unavailableReason === null
    ? "The deployment has no group of instances (pool) in this window."
    : toSentence(sentenceText(unavailableReason));
}

/** Deployment, model, instance, window and times of a roofline. */
export type RooflineScope = Omit<QuestionOf<"roofline">, "endpoint">;

/** Reads the page until it is complete. A page with old data, because the source did not respond, is refused. */
export function readRooflineScope(
  { window, timing, ...scope }: RooflineScope,
  { principal, signal }: AnswerReadContext,
  toOutcome: (page: Page) => AnswerOutcome,
): Promise<AnswerOutcome> {
  const fixed = { from: String(window.startMs), to: String(window.endMs), fixedTiming: timing };
  return readUntilComplete<AnswerOutcome>(signal, async () => {
    const page = await readRooflineOf({ ...scope, ...fixed }, { principal, signal });
    if (page.state === "pending") return "pending";
    if (page.stale !== null) return { kind: "failed", reason: toSentence(page.stale.reason) };
    return toOutcome(page);
  });
}
