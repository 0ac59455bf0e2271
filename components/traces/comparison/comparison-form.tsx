"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { findInvalidComparisonParameters } from "@/lib/client/comparison-url";
import { traceComparisonLimits } from "@/lib/model/traces/compared-group";
import { formatCount } from "@/lib/format/number";
import { parseDateInputMs } from "@/components/shared/date-input";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { FormChoice } from "@/components/ui/form-choice";
import {
  comparisonKinds,
  parseComparisonForm,
  findComparisonKind,
  type ComparisonKind,
} from "./comparison-kinds";
import { KindFields } from "./kind-fields";
import type { ComparisonPageState } from "./use-trace-comparison";

const counts = [200, 500, traceComparisonLimits.defaultTraces, traceComparisonLimits.maxTraces] as const;

/** Shows the form that selects what is compared, below a one-line summary. */
export function ComparisonForm({ pageState }: { readonly pageState: ComparisonPageState }) {
  const { comparison, changeComparison } = pageState;
  const [kind, setKind] = useState<ComparisonKind>(findComparisonKind(comparison));
  const [formError, setFormError] = useState<string | null>(null);
  const search = useSearchParams();
  const invalidParameters = findInvalidComparisonParameters(new URLSearchParams(search.toString()));
  const title = comparisonKinds.find(([id]) => id === findComparisonKind(comparison))?.[1] ?? "";
  return (
    <section aria-label="Comparison">
      <details className="text-ink-2">
        <summary className="cursor-pointer rounded-sm py-1">
          <span className="ml-1">{title}. Change the comparison</span>
        </summary>
        <form
          className="flex flex-wrap items-end gap-x-4 gap-y-2 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            const result = parseComparisonForm(
              new FormData(event.currentTarget),
              (text) => parseDateInputMs(text) ?? Number.NaN,
            );
            setFormError(result.kind === "error" ? result.error : null);
            if (result.kind === "change") changeComparison(result.change);
          }}
        >
          <Field label="Compare">
            <select
              name="kind"
              value={kind}
              className={fieldClasses}
              onChange={(event) => setKind(event.target.value as ComparisonKind)}
            >
              {comparisonKinds.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          <KindFields kind={kind} pageState={pageState} />
          <FormChoice
            label="Max. requests per group"
            name="maxRequests"
            value={String(comparison.maxRequests)}
            options={[...new Set([...counts, comparison.maxRequests])].map(
              (count) => [String(count), formatCount(count)] as const,
            )}
          />
          <Button type="submit">Compare</Button>
        </form>
      </details>
      {formError !== null && (
        <p role="alert" className="text-xs text-warn">
          {formError}
        </p>
      )}
      {invalidParameters.length > 0 && (
        <output className="block text-xs text-warn">
          This link has invalid comparison parameters. Their defaults are used:{" "}
          <code className="font-mono">{invalidParameters.join(", ")}</code>.
        </output>
      )}
    </section>
  );
}
