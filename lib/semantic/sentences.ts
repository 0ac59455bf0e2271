/** Statuses in words: what is the matter, with the numbers that say so. Every number opens the panel it comes from. */
import type { Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { limits, statusMeaning, type StatusId } from "@/lib/model/status";

export interface RowFacts {
  readonly slug: string;
  readonly title: string;
  readonly status: StatusId;
  readonly isFrozen: boolean;
  readonly readings: {
    readonly ttftP95: Reading;
    readonly tpotMean: Reading;
    readonly running: Reading;
    readonly waiting: Reading;
    readonly kvUsage: Reading;
    readonly errorRatio: Reading;
  };
}

const say = (text: string, emphasis = false): SentencePart => ({
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
function number(slug: string, { signal, reading, ratio = false }: Told): SentencePart {
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

function limit(value: number, signal: SignalId, ratio = false): SentencePart {
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

function ttftClause({ slug, readings }: RowFacts): Sentence {
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
      return [say("None of its targets answers Prometheus, so nothing is known now.")];
    case "cannot-tell":
      return [say(cannotTell(facts))];
    case "no-traffic":
      return [say("No request arrived in the last five minutes; nothing runs or waits.")];
    case "ok":
      return okSentence(facts);
  }
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

const counted = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const word = (count: number): string => counted[count] ?? String(count);

/** The fleet in one sentence: first clause the answer, then the worst deployment. `rows` worst first. */
export function fleetSentence(rows: readonly RowFacts[], unjudged: number): Sentence {
  const total = rows.length + unjudged;
  if (total === 0)
    return [
      say("No deployment is known yet.", true),
      say(" Connect a Prometheus that scrapes vLLM and it appears here."),
    ];
  const troubled = rows.filter(({ status }) => statusMeaning[status] === "bad");
  const [worst] = troubled;
  if (worst !== undefined) {
    const verb = troubled.length === 1 ? "is" : "are";
    const all =
      total === 1
        ? `${worst.title} is in trouble: `
        : `${word(troubled.length)} of ${word(total).toLowerCase()} deployments ${verb} in trouble: `;
    return [say(all, true), ...worstClause(worst)];
  }
  const unknown = rows.filter(({ status }) => statusMeaning[status] === "unknown").length;
  if (unknown > 0) {
    const those =
      unknown === total
        ? "No deployment can"
        : `${word(unknown)} of ${word(total).toLowerCase()} deployments cannot`;
    return [
      say(`${those} be judged;`, true),
      say(unknown === total ? " the rows say why." : " the others are within their limits."),
    ];
  }
  if (unjudged > 0)
    return [
      say("Nothing is in trouble so far;", true),
      say(
        ` ${word(unjudged).toLowerCase()} of ${word(total).toLowerCase()} deployments are still being read.`,
      ),
    ];
  const idle = rows.filter(({ status }) => status === "no-traffic").length;
  if (idle === total) return [say("Nothing is in trouble:", true), say(" no deployment has traffic.")];
  return [
    say("Nothing is in trouble:", true),
    say(
      total === 1
        ? " it keeps its limits."
        : ` all ${word(total).toLowerCase()} deployments keep their limits.`,
    ),
  ];
}

function worstClause(facts: RowFacts): Sentence {
  const { slug, title, readings, status } = facts;
  switch (status) {
    case "kv-pressure":
      return [
        say(`${title} keeps `),
        number(slug, { signal: "waiting", reading: readings.waiting }),
        say(" waiting for KV cache, and its "),
        ...ttftClause(facts),
        say("."),
      ];
    case "stalled":
      return [
        say(`${title} has stopped producing tokens with `),
        number(slug, { signal: "running", reading: readings.running }),
        say(" running."),
      ];
    case "errors":
      return [
        say(`${title} fails `),
        number(slug, { signal: "errors", reading: readings.errorRatio, ratio: true }),
        say(" of its requests."),
      ];
    case "slow-ttft":
      return [
        say(`${title}'s `),
        ...ttftClause(facts),
        say(" against a limit of "),
        limit(limits.ttftP95Seconds, "ttft"),
        say("."),
      ];
    case "slow-tpot":
      return [
        say(`${title}'s mean TPOT is `),
        number(slug, { signal: "tpot", reading: readings.tpotMean }),
        say(" against a limit of "),
        limit(limits.meanTpotSeconds, "tpot"),
        say("."),
      ];
    case "source-down":
    case "cannot-tell":
    case "no-traffic":
    case "ok":
      return deploymentSentence(facts);
  }
}
