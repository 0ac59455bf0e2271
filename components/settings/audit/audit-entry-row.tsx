"use client";

import type { AuditEntry } from "@/lib/contracts/audit";
import { formatDateTimeWithOptionalYear } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { listStateChanges, nameObject, identifierToText } from "./state-changes";

interface AuditEntryRowProps {
  readonly entry: AuditEntry;
  readonly asOfMs: number;
  /** Selects the changes of one object. Null if they are already selected. */
  readonly onChooseObject: ((id: string) => void) | null;
}

/** One change: time, author, address and number in the chain, then the object and its changed values. */
export function AuditEntryRow({ entry, asOfMs, onChooseObject }: AuditEntryRowProps) {
  const { id, atMs, actor, action, operation, object, content, sequence } = entry;
  const timeZone = useTimeZone();
  const states = content.kind === "present" ? [content.after, content.before] : [];
  const name = nameObject(object.id, states);
  return (
    <li
      aria-label={`${identifierToText(action)}, ${name}`}
      className="grid gap-x-6 gap-y-1 border-b border-rule py-3 @checks:grid-cols-[190px_minmax(0,1fr)]"
    >
      <div className="tnum text-xs text-ink-2">
        <time dateTime={new Date(atMs).toISOString()} className="block text-sm text-ink">
          {formatDateTimeWithOptionalYear(atMs, { timeZone, referenceMs: asOfMs, withSeconds: true })}
        </time>
        <span className="block wrap-anywhere">
          {isolateDirection(actor.name ?? actor.id)}
          {kindText(actor)}
        </span>
        {actor.email !== null && <span className="block wrap-anywhere">{isolateDirection(actor.email)}</span>}
        {actor.tokenName !== null && (
          <span className="block wrap-anywhere">
            with the token {isolateDirection(actor.tokenName)}
            {actor.tokenMaker !== null && actor.tokenMaker.id !== actor.id && (
              <>, created by {isolateDirection(actor.tokenMaker.name)}</>
            )}
          </span>
        )}
        {content.kind === "present" && content.address !== null && (
          <span className="block wrap-anywhere">from {content.address}</span>
        )}
        <span className="block">{sequence === null ? "not sealed yet" : `sealed, number ${sequence}`}</span>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium first-letter:uppercase">{identifierToText(action)}</span>
          <span className="wrap-anywhere text-ink-2">
            {operation} in {identifierToText(object.table)}: {isolateDirection(name)}
          </span>
          {onChooseObject !== null && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`All changes of ${name}, ${id}`}
              onClick={() => onChooseObject(object.id)}
            >
              All changes
            </Button>
          )}
        </p>
        <EntryContent entry={entry} />
      </div>
    </li>
  );
}

/** Kind of the author in brackets. Empty for a person and for an author that has the name of its kind. */
function kindText({ kind, id, accountKind, tokenName }: AuditEntry["actor"]): string {
  if (accountKind === "service") return " (service account)";
  return kind === id || kind === "person" || tokenName !== null ? "" : ` (${kind})`;
}

function EntryContent({ entry: { content } }: { readonly entry: AuditEntry }) {
  const timeZone = useTimeZone();
  if (content.kind === "erased")
    return (
      <p className="text-xs text-ink-2">
        The values were erased on{" "}
        {formatDateTimeWithOptionalYear(content.erasedAtMs, { timeZone, referenceMs: content.erasedAtMs })}.
      </p>
    );
  const { before, after } = content;
  return (
    <>
      <ul aria-label="Changed values" className="text-xs text-ink-2">
        {listStateChanges(before, after).map((change) => (
          <li key={change.field} className="wrap-anywhere whitespace-pre-line">
            {change.field}: <del className="line-clamp-4 inline">{isolateDirection(change.before)}</del> →{" "}
            <ins className="text-ink no-underline">{isolateDirection(change.after)}</ins>
          </li>
        ))}
      </ul>
      <details className="text-xs text-ink-2">
        <summary className="py-1">All values</summary>
        {before !== null && <StoredState title="Before" state={before} />}
        {after !== null && <StoredState title="After" state={after} />}
      </details>
    </>
  );
}

function StoredState({ title, state }: { readonly title: string; readonly state: object }) {
  return (
    <>
      <p className="pt-1">{title}</p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-sm bg-well p-2 font-mono text-2xs"
      >
        {JSON.stringify(state, null, 1)}
      </pre>
    </>
  );
}
