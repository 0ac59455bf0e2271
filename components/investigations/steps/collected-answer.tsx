"use client";

import { useQuery } from "@tanstack/react-query";
import type { CollectedItem, CollectedValue } from "@/lib/contracts/investigations/collected-data";
import { formatCount, formatValue, formatWithUnit } from "@/lib/format/number";
import { formatWindow } from "@/lib/format/time";
import type { CollectionId } from "@/lib/model/investigation/collection-id";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { collectedDataQuery } from "../investigation-requests";

interface CollectedAnswerProps {
  readonly investigation: { readonly number: number; readonly version: number };
  readonly step: StepId;
  /** Collection whose values answer the field. */
  readonly collection: CollectionId;
  readonly onUse: (text: string) => void;
}

/** Fills in a field with the values that the step collected. Shows nothing while there are none. */
export function CollectedAnswer({ investigation, step, collection, onUse }: CollectedAnswerProps) {
  const { data } = useQuery(collectedDataQuery(investigation, step));
  const timeZone = useTimeZone();
  const items = data?.items.filter((item) => item.collection === collection) ?? [];
  const text = items.flatMap((item) => describeItem(item, timeZone)).join("; ");
  if (text === "") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      <span className="min-w-0 wrap-anywhere">Collected: {text}</span>
      <Button size="sm" onClick={() => onUse(text)}>
        Use the collected value
      </Button>
    </p>
  );
}

type NumberValue = Extract<CollectedValue, { readonly kind: "number" }>;

/** Returns the values with unit, interval, number of requests and window. */
function describeItem(item: CollectedItem, timeZone: string): readonly string[] {
  if (item.state !== "collected") return [];
  const { startMs, endMs } = item.window;
  const subject = item.deployment === null ? "" : `${item.deployment.title}: `;
  return item.values.flatMap((value) =>
    value.kind === "number"
      ? [`${subject}${describeNumber(value)}, ${formatWindow(startMs, endMs, timeZone)}`]
      : [],
  );
}

function describeNumber({ label, value, interval, n, nNoun, unit, displayUnit }: NumberValue): string {
  const edge = (one: number | null): string =>
    one === null ? "no limit" : formatValue(one, unit, displayUnit).text;
  const range = interval === null ? "" : ` (${edge(interval.lower)} to ${edge(interval.upper)})`;
  const count = n === null ? "" : `, n = ${formatCount(n)}${nNoun === undefined ? "" : ` ${nNoun}`}`;
  return `${label} ${formatWithUnit(value, unit, displayUnit)}${range}${count}`;
}
