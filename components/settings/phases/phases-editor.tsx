"use client";

import { useQuery } from "@tanstack/react-query";
import { useFieldArray, useWatch } from "react-hook-form";
import { fail, succeed } from "@/lib/base/result";
import { countWithNoun } from "@/lib/format/agreement";
import type { TraceSettingsPreviewResponse } from "@/lib/contracts/traces/trace-settings-preview";
import { traceSettingsPreviewQuery } from "@/lib/client/queries/trace-analyses/trace-settings-preview";
import { phaseRuleLimits, type PhaseRule } from "@/lib/model/traces/phase-rule";
import { formatCount } from "@/lib/format/number";
import { listField, z } from "@/components/shared/forms/field-schemas";
import { Button } from "@/components/ui/button";
import { matchedSpansText, TraceSettingsPreview, formatPhaseShare } from "./trace-settings-preview";
import {
  toSpanNamePattern,
  toPhaseRuleDrafts,
  createPhaseRuleDraft,
  parsePhaseRuleDrafts,
  type PhaseRuleDraft,
  type PhaseRuleDrafts,
} from "./phase-drafts";
import { PhaseFields } from "./phase-fields";
import { ReviewForm } from "@/components/settings/deployments/review-form";
import { useDebounced } from "@/components/shared/reads/use-debounced";
import { useReviewForm, type DeploymentFormProps } from "@/components/settings/deployments/use-review-form";

const schema = z.object({
  phases: listField("operation", (drafts: readonly PhaseRuleDraft[]) => {
    const { rules, draftErrors } = parsePhaseRuleDrafts(drafts);
    if (rules === null) return fail(draftErrors);
    return succeed(rules.length === 0 ? null : [...rules]);
  }),
});

/** Edits the rules that assign phases to spans, and previews them on recent requests. */
export function PhasesEditor({ deployment, onDone }: DeploymentFormProps) {
  const stored = { phases: toPhaseRuleDrafts(deployment.phases) };
  const form = useReviewForm<PhaseRuleDrafts>({ deployment, schema, storedValues: stored, onDone });
  const { fields, append, update, move, remove } = useFieldArray({ control: form.control, name: "phases" });
  const drafts = useWatch({ control: form.control, name: "phases" });
  const phases = form.body === null ? null : (form.body.phases ?? []);
  const tried = useDebounced(phases);
  const asItIs = { deploymentId: deployment.id };
  const body = tried === null ? asItIs : { ...asItIs, phases: tried };
  const { data } = useQuery(traceSettingsPreviewQuery(body));
  const isFull = drafts.length >= phaseRuleLimits.maxRules;
  // Fills the first empty row, otherwise adds a row.
  const addRule = (operation: string): void => {
    const index = drafts.findIndex(isEmptyDraft);
    if (index === -1) append(createPhaseRuleDraft(operation));
    else update(index, { ...createPhaseRuleDraft(operation), phase: drafts[index]?.phase ?? "other" });
  };
  return (
    <ReviewForm
      form={form}
      subject="phases"
      deployment={deployment}
      proposed={null}
      preview={
        <>
          <TraceSettingsPreview label="Current rules" body={body} usesSavedRules />
          {tried !== null && <TraceSettingsPreview label="With these rules" body={body} />}
          {data !== undefined && !isFull && <Unknown answer={data} onRule={addRule} />}
        </>
      }
      resetBody={deployment.phases.length > 0 ? { phases: null } : null}
      onCancel={onDone}
      actions={!isFull && <Button onClick={() => append(createPhaseRuleDraft())}>Add a rule</Button>}
    >
      <p className="text-xs text-ink-2">
        The first matching rule sets the phase of a span. Without a match, Ridgepoint’s rules for the engine
        apply. Use * as a wildcard. Matching ignores case.
      </p>
      {fields.length === 0 && <p className="text-xs">No phase rules.</p>}
      {fields.map(({ id }, index) => (
        <PhaseFields
          key={id}
          form={form}
          index={index}
          count={fields.length}
          status={statusOf(drafts[index], matchCountText(data, tried, phases, index))}
          onMove={(by) => move(index, index + by)}
          onRemove={() => remove(index)}
        />
      ))}
      {isFull && <p className="text-xs text-ink-2">This deployment has the maximum number of rules.</p>}
    </ReviewForm>
  );
}

const isEmptyDraft = ({ operation, attribute }: PhaseRuleDraft): boolean =>
  operation === "" && attribute === "";

function statusOf(draft: PhaseRuleDraft | undefined, found: string | null): string | null {
  if (draft === undefined || isEmptyDraft(draft)) return "Enter an operation, an attribute, or both.";
  return parsePhaseRuleDrafts([draft]).rules === null ? null : (found ?? "Loading");
}

/** Returns the match count of a rule once the current rules have been previewed. */
function matchCountText(
  data: TraceSettingsPreviewResponse | undefined,
  tried: readonly PhaseRule[] | null,
  phases: readonly PhaseRule[] | null,
  index: number,
): string | null {
  const found = data?.rules[index];
  if (found === undefined || tried === null || JSON.stringify(tried) !== JSON.stringify(phases)) return null;
  return matchedSpansText(found);
}

interface UnknownProps {
  readonly answer: TraceSettingsPreviewResponse;
  readonly onRule: (operation: string) => void;
}

/** Lists operations that no rule matches. */
function Unknown({ answer: { unknown, unknownCount }, onRule }: UnknownProps) {
  if (unknown.length === 0) return null;
  return (
    <div className="pt-1 text-xs">
      <p className="text-ink-2">
        No rule matches these operations
        {unknownCount > unknown.length ? `, and ${formatCount(unknownCount - unknown.length)} more` : ""}:
      </p>
      <ul>
        {unknown.map(({ service, name, spanCount: spans, requestTimeShare: share }) => (
          <li key={`${service}\n${name}`} className="tnum flex flex-wrap items-center gap-2">
            <code className="font-mono break-all">{name}</code>
            <span className="text-ink-2">
              of {service}, {countWithNoun(spans, "span")}, {formatPhaseShare(share)} of request time
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Add a rule for ${name} of ${service}`}
              onClick={() => onRule(toSpanNamePattern(name))}
            >
              Add rule
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
