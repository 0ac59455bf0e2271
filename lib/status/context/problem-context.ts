/** The context of a problem in sentences: its onset, its usual range, the affected requests and the next page. */
import { limitDefinition } from "@/lib/model/deployment/limits";
import type { EventKind } from "@/lib/model/event";
import type { DownSince } from "@/lib/model/reading";
import type { LinkTarget, Sentence, SentencePart } from "@/lib/model/sentence";
import {
  eventLinkLeadMs,
  type Fact,
  type PrecedingEvent,
  type ShareRange,
  type UsualLimits,
  type ProblemFacts,
} from "@/lib/model/status/problem-facts";
import { limitPart, measuredPart, ratioPart, textPart } from "../sentence-parts";
import type { OverviewRowFacts } from "../status-rule";
import { statusRule } from "../statuses";

/** Fact about a problem that is missing, with the reason. */
export interface MissingFact {
  readonly label: string;
  readonly reason: string;
  /** Set while the fact is still being read. */
  readonly isPending?: true;
}

/** Sentences about the problem of a deployment. A sentence is empty if its fact is not known. */
export interface ProblemContext {
  readonly onset: Sentence;
  readonly usual: Sentence;
  readonly affected: Sentence;
  readonly next: Sentence;
  readonly missing: readonly MissingFact[];
}

type ContextFacts = Pick<OverviewRowFacts, "slug" | "status" | "limits">;

/**
 * Returns sentences about a deployment's problem: its start, usual range, affected requests and next step.
 * Undefined for a status that is not a problem.
 */
export function problemContext(
  facts: ContextFacts,
  { since, event, usual, affected }: ProblemFacts,
): ProblemContext | undefined {
  const { tone } = statusRule(facts.status);
  if (tone !== "bad") return undefined;
  return {
    onset: since.kind === "known" ? onsetSentence(facts, since.value, event) : [],
    usual: usual?.kind === "known" ? usualSentence(facts, usual.value) : [],
    affected: affected?.kind === "known" ? affectedSentence(facts, affected.value) : [],
    next: nextSentence(facts, since),
    missing: [
      ...missingFact("Start", since),
      ...(since.kind === "known" ? missingEvent(event) : []),
      ...missingFact("Usual range", usual),
      ...missingFact("Affected share", affected),
    ],
  };
}

const missingTexts = { unknown: "unknown", pending: "being read", learning: "being learned" } as const;

/** Names a missing fact: "Start: unknown." */
function missingFact(name: string, fact: Fact<unknown> | null): readonly MissingFact[] {
  if (fact === null || fact.kind === "known") return [];
  return [
    {
      label: `${name}: ${missingTexts[fact.kind]}.`,
      reason: fact.reason,
      ...(fact.kind === "pending" ? { isPending: true } : {}),
    },
  ];
}

const minuteMs = 60_000;

/**
 * Names a missing event before the start of the problem. If no event was recorded, this is stated as a result and not
 * as an unknown value.
 */
function missingEvent(event: Fact<PrecedingEvent>): readonly MissingFact[] {
  if (event.kind !== "unknown") return missingFact("Event before the start", event);
  return [{ label: "No event is known before the start.", reason: event.reason }];
}

function onsetSentence({ slug }: ContextFacts, since: DownSince, event: Fact<PrecedingEvent>): Sentence {
  const start: Sentence = [textPart("In this state "), { kind: "down-since", since }];
  if (event.kind !== "known") return [...start, textPart(".")];
  const { kind, title, atMs, beforeMs } = event.value;
  const minutes = Math.round(beforeMs / minuteMs);
  return [
    ...start,
    textPart(minutes < 1 ? ", right after " : `, ${minutes} min after `),
    {
      kind: "link",
      text: eventText(kind, title),
      target: { page: "events", deployment: slug, fromMs: atMs - eventLinkLeadMs },
    },
    textPart("."),
  ];
}

const eventNouns: { readonly [Kind in EventKind]: string } = {
  deploy: "deploy",
  configuration: "configuration change",
  "engine-version": "engine version",
  "source-version": "source version",
  scaling: "scaling",
  comment: "comment",
  exclusion: "start of the exclusion",
};

/** Returns "deploy 1.8.2". A title that names its kind stays as it is. */
function eventText(kind: EventKind, title: string): string {
  const noun = eventNouns[kind];
  return title.toLowerCase().includes(noun) ? title : `${noun} ${title}`;
}

function usualSentence({ slug, status }: ContextFacts, { lower, upper }: UsualLimits): Sentence {
  const { subjectLimit } = statusRule(status);
  if (subjectLimit === undefined) return [];
  const { title, judges, unit, displayUnit } = limitDefinition(subjectLimit);
  const number = (value: number): SentencePart =>
    judges === null
      ? { kind: "number", value, unit, displayUnit }
      : { ...measuredPart(slug, judges.signal, value), unit, displayUnit };
  return [
    textPart(`Usual ${title} at this hour: `),
    number(lower),
    ...(upper > lower ? [textPart(" to "), number(upper)] : []),
    textPart("."),
  ];
}

function affectedSentence(
  { slug, limits, status }: ContextFacts,
  { lowerRatio, upperRatio }: ShareRange,
): Sentence {
  const { subjectLimit } = statusRule(status);
  if (subjectLimit === undefined) return [];
  return [
    textPart(lowerRatio < upperRatio ? "At least " : ""),
    ratioPart(slug, "ttft", lowerRatio),
    textPart(" of the requests since then waited longer than "),
    limitPart(limits, subjectLimit),
    textPart(" for the first token."),
  ].filter((part) => part.kind !== "text" || part.text !== "");
}

function nextSentence({ slug, status }: ContextFacts, since: ProblemFacts["since"]): Sentence {
  const { nextStep } = statusRule(status);
  if (nextStep === undefined) return [];
  const { text, ...target } = nextStep;
  const fromMs = since.kind === "known" && since.value.kind === "since" ? since.value.atMs : undefined;
  const link: LinkTarget = { ...target, deployment: slug, ...(fromMs === undefined ? {} : { fromMs }) };
  return [
    textPart("Next step: check the "),
    { kind: "link", text: fromMs === undefined ? text : `${text} since then`, target: link },
    textPart("."),
  ];
}
