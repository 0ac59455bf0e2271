"use client";

import { useState } from "react";
import type { SpanDetail } from "@/lib/contracts/traces/traces";
import { formatCount } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/shared/copy/copy-button";

type Attributes = SpanDetail["attributes"];

interface AttributeListProps {
  readonly title?: string;
  readonly attributes: Attributes;
}

/** Lists attributes as plain text, exactly as they were sent. */
export function AttributeList({ title, attributes }: AttributeListProps) {
  const entries = Object.entries(attributes).toSorted(([a], [b]) => a.localeCompare(b, "en"));
  if (entries.length === 0 && title !== "Attributes") return null;
  return (
    <>
      {title !== undefined && (
        <h3 className="mt-4 text-xs font-semibold">
          {title} <span className="font-normal text-ink-3">{entries.length}</span>
        </h3>
      )}
      <dl className="mt-1 text-xs">
        {entries.map(([name, value]) => (
          <div key={name} className="group flex min-h-6 justify-between gap-3 border-t border-rule py-0.5">
            <dt className="font-mono text-2xs leading-5 break-all text-ink-2">{name}</dt>
            <dd
              className={cn(
                "tnum text-right",
                typeof value === "number" ? "whitespace-nowrap" : "max-w-[60%] break-all",
              )}
            >
              <Value name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Longer values are collapsed. */
const maxCollapsedCharacters = 120;

function Value({ name, value }: { readonly name: string; readonly value: Attributes[string] }) {
  const [isOpen, setOpen] = useState(false);
  const { text, characters } = displayText(value);
  const isCut = characters > text.length;
  const url = typeof value === "string" ? safeUrl(value) : null;
  if (text.length <= maxCollapsedCharacters && !isCut)
    return url === null ? text : <ExternalLink url={url} text={text} />;
  return (
    <span className="flex flex-col items-end gap-1">
      <span className="whitespace-pre-wrap">
        {isOpen ? text : text.slice(0, maxCollapsedCharacters)}
        {(!isOpen || isCut) && "…"}
      </span>
      <span className="flex flex-wrap items-center justify-end gap-1">
        {isOpen && isCut && <span className="text-ink-3">{lengthText(text.length, characters)}</span>}
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Collapse" : lengthText(text.length, characters)}
        </Button>
        <CopyButton isIcon text={text} label={isCut ? `Copy the beginning of ${name}` : `Copy ${name}`} />
      </span>
    </span>
  );
}

/** Returns the received text of a value, and the length of the complete value in characters. */
function displayText(value: Attributes[string]): { readonly text: string; readonly characters: number } {
  if (typeof value === "object" && "prefix" in value)
    return { text: value.prefix, characters: value.totalCharacters };
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return { text, characters: text.length };
}

function lengthText(shownCount: number, totalCount: number): string {
  return shownCount < totalCount
    ? `First ${formatCount(shownCount)} of ${countWithNoun(totalCount, "character")}`
    : `All ${countWithNoun(totalCount, "character")}`;
}

function ExternalLink({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a className="text-accent hover:underline" href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

/** Returns the URL if the complete value is an http or https URL without credentials, or null. */
export function safeUrl(value: string): string | null {
  // Backslashes escape characters or are read as slashes, so the link could lead to a different address than it
  // shows.
  if (!/^https?:\/\/[^\s\\]+$/.test(value) || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "" ? href : null;
}
