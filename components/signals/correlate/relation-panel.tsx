import { ShapeMark } from "@/components/shared/status-mark";
import { Term } from "@/components/shared/term";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { describePair, findTwoGroups } from "@/lib/sentences/signals/correlation/pair-text";
import { strengthScaleSentence } from "@/lib/sentences/signals/correlation/relation-text";
import type { PairRelation } from "./use-relation";

/** Shows whether two signals are correlated: a sentence, the coefficients, the groups of points, and warnings. */
export function RelationPanel({ pair, relation }: PairRelation) {
  const { sentence, facts, warnings } = describePair(relation, pair, useTimeZone());
  const groups = findTwoGroups(relation);
  return (
    <section aria-label="Correlation" className="flex min-w-0 flex-col gap-4">
      <p className="text-md font-medium">{sentence}</p>
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
        imply causation.{facts.length > 0 && groups === null && ` ${strengthScaleSentence}`}
        {groups !== null && (
          <>
            {" "}
            Group 1 is the larger of the <Term id="two-groups">two groups</Term>.
          </>
        )}
      </p>
    </section>
  );
}
