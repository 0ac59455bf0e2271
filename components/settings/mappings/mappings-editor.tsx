"use client";

import { useState } from "react";
import type { PreviewBody, Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { Button } from "@/components/ui/button";
import {
  toMappingDrafts,
  freeSignals,
  nextDraft,
  parseMappingDrafts,
  type MappingDraft,
} from "./mapping-drafts";
import { MappingFields } from "./mapping-fields";
import { ReviewForm } from "@/components/settings/deployments/review-form";
import { useDebounced } from "@/components/settings/use-debounced";

interface MappingsEditorProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

type Mappings = NonNullable<PreviewBody["mappings"]>;

/** Maps custom metrics of a training loop to signals, with a preview. */
export function MappingsEditor({ deployment, isBusy, onSave, onCancel }: MappingsEditorProps) {
  const [drafts, setDrafts] = useState<readonly MappingDraft[]>(() => {
    const present = toMappingDrafts(deployment.mappings);
    const first = present.length === 0 ? nextDraft([]) : undefined;
    return first === undefined ? present : [first];
  });
  const { mappings, errors } = parseMappingDrafts(drafts);
  const tried = useDebounced(mappings as Mappings | null);
  const next = nextDraft(drafts);
  const set = (index: number, change: Partial<MappingDraft>): void =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...change } : draft)));
  return (
    <ReviewForm
      subject="mappings"
      deployment={deployment}
      isBusy={isBusy}
      canSave={mappings !== null}
      proposed={tried === null ? null : { label: "With these mappings", body: { mappings: tried } }}
      onSave={() => {
        if (mappings !== null) onSave({ mappings: mappings as Mappings });
      }}
      onReset={null}
      onCancel={onCancel}
      actions={
        next !== undefined && <Button onClick={() => setDrafts([...drafts, next])}>Add a mapping</Button>
      }
    >
      <p className="text-xs text-ink-2">
        Enter histogram names without _bucket, _sum and _count. The factor converts the metric&apos;s unit to
        seconds, bytes or a ratio, for example 0.001 for milliseconds.
      </p>
      {drafts.length === 0 && <p className="text-xs">No signal is mapped.</p>}
      {drafts.map((draft, index) => (
        <MappingFields
          key={draft.signal}
          draft={draft}
          free={freeSignals(drafts)}
          error={errors[index] ?? null}
          onChange={(change) => set(index, change)}
          onRemove={() => setDrafts(drafts.filter((_, at) => at !== index))}
        />
      ))}
    </ReviewForm>
  );
}
