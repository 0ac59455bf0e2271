import { formatCount } from "@/lib/format/number";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import {
  featureText,
  otherTimeText,
  slowSentence,
  type SlowDifferences,
} from "@/lib/sentences/traces/slow-text";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/shared/figure";
import type { StudyLinks } from "@/components/traces/study/use-trace-study";
import { SlowTable } from "./slow-table";

interface SlowValuesProps {
  readonly slow: SlowDifferences;
  readonly pageState: StudyLinks;
  /** Analyses the requests by another time. Null for a stored analysis. */
  readonly onMeasure: ((measure: SlowDifferences["by"]) => void) | null;
}

/** Lists the attribute values that are more frequent among slow requests. */
export function SlowValues({ slow, pageState, onMeasure }: SlowValuesProps) {
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
      {slow.otherTime !== null && onMeasure !== null && (
        <OtherTimeButton by={slow.otherTime.by} onMeasure={onMeasure} />
      )}
      <UntestedAttributes excludedAttributes={slow.excludedAttributes} />
    </Figure>
  );
}

interface OtherTimeButtonProps {
  readonly by: SlowDifferences["by"];
  readonly onMeasure: (measure: SlowDifferences["by"]) => void;
}

function OtherTimeButton({ by, onMeasure }: OtherTimeButtonProps) {
  return (
    <p className="pt-3">
      <Button onClick={() => onMeasure(by)}>Analyse by {by === "ttft" ? "TTFT" : "duration"}</Button>
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
