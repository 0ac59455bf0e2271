/** The fleet in words: what cannot be seen, then what is in trouble, with the numbers of the worst deployment. */
import type { Sentence } from "@/lib/model/sentence";
import { limits, statusMeaning } from "@/lib/model/status";
import {
  deploymentSentence,
  inside,
  limit,
  noSeriesOf,
  number,
  say,
  ttftClause,
  untoldTtft,
  type RowFacts,
} from "./sentences";

const counted = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const word = (count: number): string => counted[count] ?? String(count);

/** Deployments without a row of facts. */
export interface Unjudged {
  /** Still being read. */
  readonly pending: number;
  /** Could not be read, for a reason of their own. */
  readonly failed: number;
}

/** The fleet in one sentence: first clause the answer, then the worst deployment. `rows` worst first. */
export function fleetSentence(rows: readonly RowFacts[], { pending, failed }: Unjudged): Sentence {
  const total = rows.length + pending + failed;
  if (total === 0)
    return [
      say("No deployment is known yet.", true),
      say(" Connect a Prometheus that scrapes a serving engine and it appears here."),
    ];
  const down = rows.filter(({ status }) => statusMeaning[status] === "down");
  const troubled = rows.filter(({ status }) => statusMeaning[status] === "bad");
  const [unseen] = down;
  const [worst] = troubled;
  if (unseen !== undefined) {
    const rest = worst === undefined ? [] : [say(" "), ...troubleClause(worst, troubled.length, total)];
    return [say(unseenClause(unseen, down.length, total), true), ...deploymentSentence(unseen), ...rest];
  }
  if (worst !== undefined) return troubleClause(worst, troubled.length, total);
  const unknown = failed + rows.filter(({ status }) => statusMeaning[status] === "unknown").length;
  if (unknown > 0) {
    return [
      say(`${unjudgedClause(unknown, total)} be judged;`, true),
      say(unknown === total ? " the rows say why." : ` ${others(rows, pending)}`),
      ...missingMetric(rows),
    ];
  }
  if (pending === total) {
    const those =
      total === 1
        ? " the deployment is"
        : total === 2
          ? " both deployments are"
          : ` all ${word(total).toLowerCase()} deployments are`;
    return [say("Not yet known:", true), say(`${those} still being read.`)];
  }
  if (pending > 0)
    return [
      say("Nothing is in trouble so far;", true),
      say(
        ` ${word(pending).toLowerCase()} of ${word(total).toLowerCase()} deployments ${pending === 1 ? "is" : "are"} still being read.`,
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

/** The metric that the first of them lacks, or all of its series: somebody has to bring it back. */
function missingMetric(rows: readonly RowFacts[]): Sentence {
  for (const { title, status, readings } of rows) {
    const { ttftP95: reading } = readings;
    const noSeries = noSeriesOf(readings);
    if (status === "cannot-tell" && noSeries !== undefined) return [say(` ${title}: ${inside(noSeries)}`)];
    const isGone = reading.kind === "absent" && reading.reason === "metric-absent";
    if (status === "cannot-tell" && isGone) return [say(` ${untoldTtft(reading, title) ?? ""}`)];
  }
  return [];
}

function unjudgedClause(count: number, total: number): string {
  const of = `of ${word(total).toLowerCase()} deployments`;
  if (count < total) return `${word(count)} ${of} cannot`;
  return count === 2 ? `Neither ${of} can` : "No deployment can";
}

/** What is told beside those that cannot be judged: nothing of it is in trouble. */
function others(rows: readonly RowFacts[], pending: number): string {
  const ok = rows.filter(({ status }) => status === "ok").length;
  const idle = rows.filter(({ status }) => status === "no-traffic").length;
  if (pending === 0 && ok === 0)
    return idle === 1 ? "the other has no traffic." : "the others have no traffic.";
  if (pending === 0)
    return ok + idle === 1 ? "the other is within its limits." : "the others are within their limits.";
  return pending === 1 ? "one is still being read." : `${word(pending).toLowerCase()} are still being read.`;
}

function unseenClause(first: RowFacts, count: number, total: number): string {
  if (total === 1) return `${first.title} cannot be seen: `;
  const of = `of ${word(total).toLowerCase()} deployments`;
  return count === total ? `None ${of} can be seen: ` : `${word(count)} ${of} cannot be seen: `;
}

function troubleClause(worst: RowFacts, count: number, total: number): Sentence {
  const verb = count === 1 ? "is" : "are";
  const all =
    total === 1
      ? `${worst.title} is in trouble: `
      : `${word(count)} of ${word(total).toLowerCase()} deployments ${verb} in trouble: `;
  return [say(all, true), ...worstClause(worst)];
}

function worstClause(facts: RowFacts): Sentence {
  const { slug, title, readings, status } = facts;
  if (facts.trains === true) return [say(`${title}: `), ...deploymentSentence(facts)];
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
