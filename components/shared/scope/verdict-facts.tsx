import { Fragment } from "react";
import type { JudgedRow } from "@/lib/contracts/overview";
import { SentenceText } from "@/components/shared/sentence-text";
import type { LinkablePart } from "@/components/shared/scope/signals-link";

interface VerdictContextProps {
  readonly context: NonNullable<JudgedRow["context"]>;
  readonly hrefFor: (part: LinkablePart) => string | undefined;
}

/**
 * Shows since when a problem exists, the event before it, the usual range, the affected requests and the next page. A
 * fact that is not known has a label with the reason as its tooltip.
 */
export function VerdictFacts({ context, hrefFor }: VerdictContextProps) {
  const { onset, usual, affected, next, missing } = context;
  const sentences = { onset, usual, affected, next };
  return (
    <span className="text-ink-2">
      {Object.entries(sentences).map(([name, sentence]) => (
        <Fragment key={name}>
          <SentenceText sentence={sentence} hrefFor={hrefFor} />{" "}
        </Fragment>
      ))}
      {missing.map(({ label, reason }) => (
        <span key={label} title={reason} className="mr-2 text-xs text-ink-3">
          {label}
        </span>
      ))}
    </span>
  );
}
