"use client";

import { useState } from "react";
import type { SpanDetail } from "@/lib/contracts/traces";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/shared/copy-button";

type Attributes = SpanDetail["attributes"];

interface AttributeListProps {
  readonly title?: string;
  readonly attributes: Attributes;
}

/** Names and values as they were sent, as text and nothing else. */
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

/** A longer value is folded. */
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
          {isOpen ? "Fold" : lengthText(text.length, characters)}
        </Button>
        <CopyButton isIcon text={text} label={isCut ? `Copy the beginning of ${name}` : `Copy ${name}`} />
      </span>
    </span>
  );
}

/** What came of a value, and how long the whole of it is. */
function displayText(value: Attributes[string]): { readonly text: string; readonly characters: number } {
  if (typeof value === "object" && "prefix" in value)
    return { text: value.prefix, characters: value.totalCharacters };
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return { text, characters: text.length };
}

function lengthText(shownCount: number, totalCount: number): string {
  return shownCount < totalCount
    ? `The first ${formatCount(shownCount)} of ${formatCount(totalCount)} characters`
    : `All ${formatCount(totalCount)} characters`;
}

function ExternalLink({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a className="text-accent hover:underline" href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

/** The address in a value, where the whole of it is one of the web without a name and password in it; null for anything else. */
export function safeUrl(value: string): string | null {
  // A backslash stands for what was escaped, or would be read as a slash: the link would lead elsewhere than its text says.
  if (!/^https?:\/\/[^\s\\]+$/.test(value) || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "" ? href : null;
}
