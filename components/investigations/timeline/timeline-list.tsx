"use client";

import { Fragment } from "react";
import { listReplacedTexts, type ReplacedText } from "@/lib/investigations/replaced-texts";
import { describeChange } from "@/lib/investigations/timeline-text";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { formatDateTimeWithOptionalYear } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { MarkdownText } from "../markdown/markdown-text";
import { EntryActions } from "./entry-actions";

interface TimelineListProps {
  readonly number: number;
  readonly entries: readonly TimelineEntry[];
  readonly asOfMs: number;
  /** True if the person may pin entries. */
  readonly canPin: boolean;
}

/** Entries of the timeline: texts of people, and changes with their author. */
export function TimelineList({ number, entries, asOfMs, canPin }: TimelineListProps) {
  const timeZone = useTimeZone();
  return (
    <ol aria-label="Timeline entries">
      {entries.map((entry) => (
        <li key={entry.id} className="group/entry relative border-b border-rule py-2 wrap-anywhere">
          <p className="tnum text-2xs text-ink-2">
            <ZonedText>
              {formatDateTimeWithOptionalYear(entry.atMs, { timeZone, referenceMs: asOfMs })}
            </ZonedText>
            {entry.editedAtMs !== null && " (edited)"}
            {entry.isPinned && " (pinned)"}
          </p>
          <EntryText entry={entry} asOfMs={asOfMs} />
          <EntryActions number={number} entry={entry} asOfMs={asOfMs} canPin={canPin} />
        </li>
      ))}
    </ol>
  );
}

interface EntryTextProps {
  readonly entry: TimelineEntry;
  readonly asOfMs: number;
}

function EntryText({ entry: { author, payload, people }, asOfMs }: EntryTextProps) {
  const timeZone = useTimeZone();
  const name = <span className="font-medium">{isolateDirection(author)}</span>;
  if (payload.kind === "comment" || payload.kind === "manual")
    return (
      <>
        <p>{name}</p>
        <MarkdownText text={payload.text} />
      </>
    );
  return (
    <>
      <p className="text-ink-2">
        <span className="text-ink">{name}</span>{" "}
        <ZonedText>
          {isolateDirection(
            describeChange(payload, people, (atMs) =>
              formatDateTimeWithOptionalYear(atMs, { timeZone, referenceMs: asOfMs }),
            ),
          )}
        </ZonedText>
      </p>
      {payload.kind === "step-input" && <ReplacedTexts texts={listReplacedTexts(payload)} />}
    </>
  );
}

/** Texts of a step that the edit replaced, for example those of another person. */
function ReplacedTexts({ texts }: { readonly texts: readonly ReplacedText[] }) {
  if (texts.length === 0) return null;
  return (
    <details className="text-ink-2">
      <summary className="min-h-6 cursor-pointer leading-6">Replaced text</summary>
      <dl>
        {texts.map(({ label, text, isShortened }) => (
          <Fragment key={label}>
            <dt>{label}, before this edit</dt>
            <dd className="pb-1 whitespace-pre-wrap text-ink">{isolateDirection(text)}</dd>
            {isShortened && (
              <dd className="pb-1">Only the start is shown. The export contains the complete text.</dd>
            )}
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
