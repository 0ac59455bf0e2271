import { ShapeMark } from "@/components/shared/status-mark";
import {
  strengthScaleSentence,
  relationFacts,
  relationSentence,
  relationWarnings,
} from "@/lib/sentences/signals/correlation/relation-text";
import type { PairRelation } from "./use-relation";

/** Shows whether two signals are correlated: a sentence, the coefficients, and warnings. */
export function RelationPanel({ pair, relation }: PairRelation) {
  const names = { x: pair.x.name, y: pair.y.name };
  const warnings = relationWarnings(relation, names);
  const facts = relationFacts(relation, names);
  return (
    <section aria-label="Correlation" className="flex min-w-0 flex-col gap-4">
      <p className="text-md font-medium">{relationSentence(relation, names)}</p>
      {facts.length > 0 && (
        <dl className="tnum grid grid-cols-[96px_1fr] gap-x-3 gap-y-1 border-t border-rule pt-3 text-xs">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="flex flex-col gap-2 border-t border-rule pt-3 text-xs text-warn">
          {warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <ShapeMark shape="unusual" className="mt-1 size-2.5 shrink-0" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-ink-3">
        Intervals are 95 % confidence intervals from 1,000 block bootstrap resamples. Correlation does not
        imply causation.{facts.length > 0 && ` ${strengthScaleSentence}`}
      </p>
    </section>
  );
}
