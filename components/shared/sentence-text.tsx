import Link from "next/link";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { formatConfiguredValue, formatWithUnit } from "@/lib/format/number";
import { cn } from "@/components/ui/cn";
import { DownSince } from "./down-since";
import { isolateDirection } from "./isolated-text";

type NumberPart = Extract<SentencePart, { kind: "number" }>;
type LinkablePart = Extract<SentencePart, { kind: "number" | "link" }>;

interface SentenceTextProps {
  readonly sentence: Sentence;
  /** Link of a part. Without a link the part is plain text. */
  readonly hrefFor?: (part: LinkablePart) => string | undefined;
  readonly className?: string;
}

/** Renders a sentence with linked numbers. The first clause is emphasised. */
export function SentenceText({ sentence, hrefFor, className }: SentenceTextProps) {
  return (
    <span className={className}>
      {sentence.map((part, index) => (
        <Part
          key={index}
          part={part}
          href={part.kind === "number" || part.kind === "link" ? hrefFor?.(part) : undefined}
        />
      ))}
    </span>
  );
}

function textOf(part: NumberPart): string {
  const format = part.isLimit === true ? formatConfiguredValue : formatWithUnit;
  return format(part.value, part.unit, part.displayUnit);
}

/** Keeps a duration such as "2 min" on one line. */
function keepUnits(text: string): string {
  return text.replace(/(\d) (?=(?:ms|s|min|h|d)\b)/g, "$1\u00a0");
}

function Part({ part, href }: { readonly part: SentencePart; readonly href: string | undefined }) {
  if (part.kind === "text")
    return (
      <span className={cn(part.emphasis && "font-semibold text-ink")}>
        {isolateDirection(keepUnits(part.text))}
      </span>
    );
  if (part.kind === "down-since") return <DownSince since={part.since} />;
  if (part.kind === "code") return <code className="font-mono text-[0.92em]">{part.text}</code>;
  const content =
    part.kind === "link" ? (
      isolateDirection(part.text)
    ) : (
      <span className="tnum whitespace-nowrap">{textOf(part)}</span>
    );
  if (href === undefined) return content;
  return (
    <Link href={href} className="underline decoration-dotted underline-offset-4 hover:decoration-solid">
      {content}
    </Link>
  );
}
