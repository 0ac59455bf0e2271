/** Describes an edit of the properties of an investigation for the timeline. */
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import type { InvestigationLink } from "@/lib/model/investigation/investigation";
import type { TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import { formatCondition, formatGoal } from "@/lib/sentences/investigations/goal-text";

/** One changed property of an investigation, with the values before and after the edit. */
export type PropertyChange = Extract<TimelinePayload, { kind: "edited" }>["changes"][number];

/** Maximum length of a value in the timeline. Longer values are shortened. */
const maxTextLength = 500;

type Texts = Readonly<Record<string, string | null>>;

/**
 * Returns the properties whose values differ, with both values as text. Items of a list are joined by
 * commas. The owner, the team and the baseline are ids, because their names change, and not every reader may see them.
 */
export function listPropertyChanges(before: Investigation, after: Investigation): PropertyChange[] {
  const [from, to] = [toTexts(before), toTexts(after)];
  return Object.keys(to)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: shortenText(from[field]), to: shortenText(to[field]) }));
}

function toTexts(one: Investigation): Texts {
  return {
    title: one.title,
    severity: String(one.severity),
    deployments: joinTexts(one.deployments.map(({ title }) => title)),
    owner: one.owner?.id ?? null,
    team: one.team?.id ?? null,
    visibility: one.visibility,
    tags: joinTexts(one.tags),
    startedAt: timeText(one.startedAtMs),
    detectedAt: timeText(one.detectedAtMs),
    mitigatedAt: timeText(one.mitigatedAtMs),
    resolvedAt: timeText(one.resolvedAtMs),
    dueOn: one.dueOn,
    goal: one.goal === null ? null : formatGoal(one.goal),
    conditions: joinTexts(one.conditions.map(formatCondition)),
    links: joinTexts(one.links.map(linkText)),
    baseline: one.baseline?.id ?? null,
    deploy: one.deploy?.title ?? null,
  };
}

const linkText = ({ title, url }: InvestigationLink): string => `${title} ${url}`;

function timeText(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function joinTexts(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(", ");
}

function shortenText(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
}
