/** Statuses in words: what is the matter, with the numbers that say so. Every number opens the panel it comes from. */
import type { Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { limits, type StatusId } from "@/lib/model/status";

export interface RowFacts {
  readonly slug: string;
  readonly title: string;
  readonly status: StatusId;
  readonly isFrozen: boolean;
  /** Why the source itself cannot be read; null when it answers. */
  readonly sourceTrouble: { readonly source: string; readonly reason: string; readonly fix: string } | null;
  readonly readings: {
    readonly ttftP95: Reading;
    readonly tpotMean: Reading;
    readonly running: Reading;
    readonly waiting: Reading;
    readonly kvUsage: Reading;
    readonly errorRatio: Reading;
  };
}

export const say = (text: string, emphasis = false): SentencePart => ({
  kind: "text",
  text,
  ...(emphasis ? { emphasis } : {}),
});

interface Told {
  readonly signal: SignalId;
  readonly reading: Reading;
  readonly ratio?: boolean;
}

/** The number, or the word that stands for its absence: a sentence never leaves a hole. */
export function number(slug: string, { signal, reading, ratio = false }: Told): SentencePart {
  if (reading.kind === "absent") return say("an unknown amount");
  const { unit, displayUnit } = signalDefinition(signal);
  return {
    kind: "number",
    value: reading.value,
    unit: ratio ? "ratio" : unit,
    displayUnit: ratio ? "%" : displayUnit,
    deployment: slug,
    signal,
  };
}

/** A limit as it was set. */
export function limit(value: number, signal: SignalId, ratio = false): SentencePart {
  const { unit, displayUnit } = signalDefinition(signal);
  return {
    kind: "number",
    value,
    unit: ratio ? "ratio" : unit,
    displayUnit: ratio ? "%" : displayUnit,
    isLimit: true,
  };
}

const isPresent = (reading: Reading): boolean => reading.kind === "present";

function kvClause({ slug, readings }: RowFacts): Sentence {
  return [number(slug, { signal: "waiting", reading: readings.waiting }), say(" wait for KV cache")];
}

export function ttftClause({ slug, readings }: RowFacts): Sentence {
  return [say("TTFT p95 is "), number(slug, { signal: "ttft", reading: readings.ttftP95 })];
}

/** One sentence for a deployment's row. */
export function deploymentSentence(facts: RowFacts): Sentence {
  const { slug, readings, status } = facts;
  const kv = number(slug, { signal: "kv-usage", reading: readings.kvUsage });
  switch (status) {
    case "kv-pressure":
      return [
        ...kvClause(facts),
        say(", "),
        kv,
        say(" of it is in use, and "),
        ...ttftClause(facts),
        say("."),
      ];
    case "stalled":
      return [
        number(slug, { signal: "running", reading: readings.running }),
        say(" run and "),
        number(slug, { signal: "waiting", reading: readings.waiting }),
        say(` wait, yet no token came out for ${limits.stalledForMs / 1000} s.`),
      ];
    case "errors":
      return [
        number(slug, { signal: "errors", reading: readings.errorRatio, ratio: true }),
        say(" of requests fail; the limit is "),
        limit(limits.errorRatio, "errors", true),
        say("."),
      ];
    case "slow-ttft":
      return [...ttftClause(facts), say("; the limit is "), limit(limits.ttftP95Seconds, "ttft"), say(".")];
    case "slow-tpot":
      return [
        say("Mean TPOT is "),
        number(slug, { signal: "tpot", reading: readings.tpotMean }),
        say("; the limit is "),
        limit(limits.meanTpotSeconds, "tpot"),
        say("."),
      ];
    case "source-down":
      return [say(sourceDown(facts))];
    case "cannot-tell":
      return [say(cannotTell(facts))];
    case "no-traffic":
      return [say("No request arrived in the last five minutes; nothing runs or waits.")];
    case "ok":
      return okSentence(facts);
  }
}

function sourceDown({ sourceTrouble }: RowFacts): string {
  if (sourceTrouble === null)
    return "None of its targets answers Prometheus, so nothing is known now. Start the engine, or correct its scrape job.";
  const { source, reason, fix } = sourceTrouble;
  return `${source} cannot be read: ${reason}. ${fix}`;
}

function cannotTell({ isFrozen, readings }: RowFacts): string {
  if (isFrozen) return "The running gauge has stood still for ten minutes while nothing arrived or finished.";
  return readings.ttftP95.kind === "absent" ? readings.ttftP95.detail : "Not enough is known to judge it.";
}

function okSentence(facts: RowFacts): Sentence {
  const { slug, readings } = facts;
  if (!isPresent(readings.ttftP95) || !isPresent(readings.tpotMean))
    return [say("Nothing is over its limit; too few requests finished to tell percentiles.")];
  return [
    say("Within its limits: "),
    ...ttftClause(facts),
    say(" of "),
    limit(limits.ttftP95Seconds, "ttft"),
    say(", mean TPOT "),
    number(slug, { signal: "tpot", reading: readings.tpotMean }),
    say(" of "),
    limit(limits.meanTpotSeconds, "tpot"),
    say("."),
  ];
}
