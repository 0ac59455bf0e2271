"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount } from "@/lib/format/number";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/shared/figure";
import { SlowChoice, TooFewRequests } from "./slow-choice";
import { SlowTable } from "./slow-table";
import {
  featureText,
  otherTimeText,
  slowHeadline,
  slowSentence,
  type SlowDifferences,
} from "@/lib/sentences/traces/slow-text";
import { StudyPage } from "@/components/traces/study/study-page";
import type { StudyPageState } from "@/components/traces/study/use-trace-study";

/** Shows the attribute values and ranges that distinguish slow requests from the rest. */
export function SlowPage() {
  return (
    <StudyPage headline={headlineOf}>
      {(study, pageState) => (
        <>
          <SlowChoice key={JSON.stringify(pageState.conditions)} pageState={pageState} result={study.slow} />
          {study.slow.kind === "too-few" && (
            <TooFewRequests
              slow={study.slow}
              coveredWindow={study.retrieval.coveredWindow}
              pageState={pageState}
            />
          )}
          {study.slow.kind === "differences" && <SlowValues slow={study.slow} pageState={pageState} />}
        </>
      )}
    </StudyPage>
  );
}

function headlineOf({ slow }: TraceStudy): ReactNode {
  const { first, rest } = slowHeadline(slow);
  return (
    <>
      <span className="font-semibold text-ink">{first}</span>
      {rest}
    </>
  );
}

function SlowValues({
  slow,
  pageState,
}: {
  readonly slow: SlowDifferences;
  readonly pageState: StudyPageState;
}) {
  const { rows, omittedCount } = slow.differences;
  const significant = rows.filter(({ mayBeChance }) => !mayBeChance);
  const chance = rows.filter(({ mayBeChance }) => mayBeChance);
  return (
    <Figure title="Attributes of slow requests" summary={slowSentence(slow)}>
      {significant.length === 0 ? (
        <p className="py-3">No attribute value is significantly more frequent among slow requests.</p>
      ) : (
        <SlowTable
          name="Attributes of slow requests"
          rows={significant}
          pageState={pageState}
          isGrouped
          note={(row) => otherTimeText(slow, row)}
        />
      )}
      {chance.length > 0 && (
        <details className="pt-3 text-ink-2">
          <summary className="cursor-pointer rounded-sm">
            <span className="ml-1">
              {countWithNoun(chance.length, "value")} without a significant difference
            </span>
          </summary>
          <SlowTable name="Values without a significant difference" rows={chance} pageState={pageState} />
        </details>
      )}
      {omittedCount > 0 && (
        <p className="pt-2 text-xs text-ink-2">
          {countWithNoun(omittedCount, "more value")} with{" "}
          {singularOrPlural(omittedCount, "a smaller difference is", "smaller differences are")} not listed.
        </p>
      )}
      {slow.otherTime !== null && <OtherTimeButton by={slow.otherTime.by} pageState={pageState} />}
      <UntestedAttributes excludedAttributes={slow.excludedAttributes} />
    </Figure>
  );
}

function OtherTimeButton({
  by,
  pageState,
}: {
  readonly by: SlowDifferences["by"];
  readonly pageState: StudyPageState;
}) {
  const slowBy = by === "duration" ? null : by;
  return (
    <p className="pt-3">
      <Button onClick={() => pageState.setConditions({ slowBy, slowQuantile: null, slowOverMs: null })}>
        Analyse by {by === "ttft" ? "TTFT" : "duration"}
      </Button>
    </p>
  );
}

const reasons = { text: "long text", "different-for-each": "different for almost every request" } as const;

function UntestedAttributes({ excludedAttributes }: Pick<SlowDifferences, "excludedAttributes">) {
  if (excludedAttributes.rows.length === 0) return null;
  return (
    <details className="pt-2 text-xs text-ink-2">
      <summary className="cursor-pointer rounded-sm">
        <span className="ml-1">
          {countWithNoun(excludedAttributes.rows.length, "attribute was", "attributes were")} not tested
        </span>
      </summary>
      <ul className="pt-1 pl-4">
        {excludedAttributes.rows.map(({ feature, reason }) => (
          <li key={featureText({ feature })}>
            <code className="font-mono">{featureText({ feature })}</code>: {reasons[reason]}
          </li>
        ))}
        {excludedAttributes.omittedCount > 0 && <li>{formatCount(excludedAttributes.omittedCount)} more.</li>}
      </ul>
    </details>
  );
}
