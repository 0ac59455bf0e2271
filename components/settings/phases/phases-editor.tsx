"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import type { TraceMeaningResponse } from "@/lib/contracts/traces/trace-meaning";
import { traceMeaningQuery } from "@/lib/client/queries/trace-meaning";
import { phaseRuleLimits, type PhaseRule } from "@/lib/model/traces/phase-rule";
import { formatCount } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { matchedSpansText, MeaningPreview, shareText } from "./meaning-preview";
import {
  toPattern,
  toPhaseDrafts,
  moveItem,
  newPhaseDraft,
  parsePhaseDrafts,
  type PhaseDraft,
} from "./phase-drafts";
import { PhaseFields } from "./phase-fields";
import { ReviewForm } from "@/components/settings/deployments/review-form";
import { useDebounced } from "@/components/settings/use-debounced";

interface PhasesEditorProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

/** Edits the rules that assign phases to spans, and previews them on recent requests. */
export function PhasesEditor({ deployment, isBusy, onSave, onCancel }: PhasesEditorProps) {
  const [drafts, setDrafts] = useState<readonly PhaseDraft[]>(() => {
    const present = toPhaseDrafts(deployment.phases);
    return present.length === 0 ? [newPhaseDraft([])] : present;
  });
  const { phases, errors } = parsePhaseDrafts(drafts);
  const tried = useDebounced(phases === null ? null : [...phases]);
  const asItIs = { deployment: deployment.id };
  const body = tried === null ? asItIs : { ...asItIs, phases: tried };
  const { data } = useQuery(traceMeaningQuery(body));
  const isFull = drafts.length >= phaseRuleLimits.rules;
  const add = (operation?: string): void => setDrafts([...drafts, newPhaseDraft(drafts, operation)]);
  return (
    <ReviewForm
      subject="phases"
      deployment={deployment}
      isBusy={isBusy}
      canSave={phases !== null}
      proposed={null}
      preview={
        <>
          <MeaningPreview label="Current rules" body={body} useSavedRules />
          {tried !== null && <MeaningPreview label="With these rules" body={body} />}
          {data !== undefined && !isFull && (
            <Unknown answer={data} onRule={(operation) => setDrafts(withRule(drafts, operation))} />
          )}
        </>
      }
      onSave={() => {
        if (phases !== null) onSave({ phases: phases.length === 0 ? null : [...phases] });
      }}
      onReset={deployment.phases.length > 0 ? () => onSave({ phases: null }) : null}
      onCancel={onCancel}
      actions={!isFull && <Button onClick={() => add()}>Add a rule</Button>}
    >
      <p className="text-xs text-ink-2">
        The first matching rule sets the phase of a span. Without a match, the phase declared by the engine
        applies. Use * as a wildcard. Matching ignores case.
      </p>
      {drafts.length === 0 && <p className="text-xs">No phase rules.</p>}
      {drafts.map((draft, index) => (
        <PhaseFields
          key={draft.key}
          draft={draft}
          index={index}
          count={drafts.length}
          error={errors[index] ?? null}
          found={foundBy(data, tried, phases, index)}
          onChange={(change) => setDrafts(drafts.with(index, { ...draft, ...change }))}
          onMove={(by) => setDrafts(moveItem(drafts, index, by))}
          onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
        />
      ))}
      {isFull && <p className="text-xs text-ink-2">This deployment has the maximum number of rules.</p>}
    </ReviewForm>
  );
}

/** Fills the first row if it is still empty, otherwise adds a row. */
function withRule(drafts: readonly PhaseDraft[], operation: string): readonly PhaseDraft[] {
  const empty = drafts.find((one) => one.operation === "" && one.attribute === "");
  if (empty === undefined) return [...drafts, newPhaseDraft(drafts, operation)];
  return drafts.map((one) => (one === empty ? { ...one, operation } : one));
}

/** Returns the match count of a rule once the current rules have been previewed. */
function foundBy(
  data: TraceMeaningResponse | undefined,
  tried: readonly PhaseRule[] | null,
  phases: readonly PhaseRule[] | null,
  index: number,
): string | null {
  const found = data?.rules[index];
  if (found === undefined || tried === null || JSON.stringify(tried) !== JSON.stringify(phases)) return null;
  return matchedSpansText(found);
}

interface UnknownProps {
  readonly answer: TraceMeaningResponse;
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
        {unknown.map(({ service, name, spans, share }) => (
          <li key={`${service}\n${name}`} className="tnum flex flex-wrap items-center gap-2">
            <code className="font-mono break-all">{name}</code>
            <span className="text-ink-2">
              of {service}, {countWithNoun(spans, "span")}, {shareText(share)} of request time
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Add a rule for ${name} of ${service}`}
              onClick={() => onRule(toPattern(name))}
            >
              Add rule
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
