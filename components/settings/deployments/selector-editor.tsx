"use client";

import { useId, useState } from "react";
import type { PreviewBody, Proposal, ReviewBody } from "@/lib/contracts/discovery";
import type { PoolRole } from "@/lib/model/deployment/deployment";
import { poolRoles, poolsError } from "@/lib/model/deployment/deployment-review";
import { parseSelectorText, printSelectorText } from "@/lib/model/deployment/selector-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { fieldClasses, FieldError, invalidAttributes } from "@/components/ui/field";
import { ReviewForm } from "./review-form";
import { useDebounced } from "@/components/settings/use-debounced";

interface SelectorEditorProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

type Pools = NonNullable<PreviewBody["pools"]>;

interface PoolDraft {
  readonly role: PoolRole;
  readonly text: string;
}

const roleTitles: { readonly [R in PoolRole]: string } = {
  both: "prefill and decode",
  prefill: "prefill",
  decode: "decode",
  router: "router",
};

/** Edits the selectors of a deployment as text, with a preview. */
export function SelectorEditor({ deployment, isBusy, onSave, onCancel }: SelectorEditorProps) {
  const [drafts, setDrafts] = useState<readonly PoolDraft[]>(() => toPoolDrafts(deployment.editablePools));
  const read = parsePoolDrafts(drafts);
  const pools = useDebounced(read.pools);
  const set = (index: number, change: Partial<PoolDraft>): void =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...change } : draft)));
  return (
    <ReviewForm
      subject="selectors"
      deployment={deployment}
      isBusy={isBusy}
      canSave={read.pools !== null}
      proposed={pools === null ? null : { label: "With these selectors", body: { pools } }}
      onSave={() => {
        if (read.pools !== null) onSave({ pools: read.pools });
      }}
      onReset={deployment.discoveredPools === null ? null : () => onSave({ pools: null })}
      onCancel={onCancel}
      actions={<Button onClick={() => setDrafts([...drafts, { role: "both", text: "" }])}>Add a pool</Button>}
    >
      {drafts.map((draft, index) => (
        <PoolFields
          key={index}
          title={drafts.length === 1 ? "Selectors" : `Selectors of pool ${index + 1}`}
          draft={draft}
          isOfTraining={deployment.engine.role === "training"}
          error={read.errors[index] ?? null}
          onChange={(change) => set(index, change)}
          onRemove={drafts.length === 1 ? undefined : () => setDrafts(drafts.filter((_, at) => at !== index))}
        />
      ))}
      {read.error !== null && (
        <p role="alert" className="text-xs text-bad">
          {read.error}
        </p>
      )}
    </ReviewForm>
  );
}

interface PoolFieldsProps {
  readonly title: string;
  readonly draft: PoolDraft;
  /** A training job has no prefill or decode role. */
  readonly isOfTraining: boolean;
  readonly error: string | null;
  readonly onChange: (change: Partial<PoolDraft>) => void;
  readonly onRemove: (() => void) | undefined;
}

function PoolFields({ title, draft, isOfTraining, error, onChange, onRemove }: PoolFieldsProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={`${id}-text`} className="text-xs text-ink-2">
        {title}
      </label>
      <textarea
        {...invalidAttributes(id, error)}
        id={`${id}-text`}
        rows={Math.max(2, draft.text.split("\n").length)}
        spellCheck={false}
        className={cn(fieldClasses, "h-auto py-1 font-mono")}
        value={draft.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <p className="text-2xs text-ink-2">
        Enter one selector per line:{" "}
        <code className="font-mono">model_name=&quot;chat&quot;, job=&quot;vllm&quot;</code>. Values must
        match exactly. Lines are combined with OR.
      </p>
      {error !== null && <FieldError id={id}>{error}</FieldError>}
      <div className="flex items-center gap-3 text-xs text-ink-2">
        {!isOfTraining && <RoleChoice role={draft.role} onChoose={(role) => onChange({ role })} />}
        {onRemove !== undefined && (
          <Button size="sm" variant="ghost" onClick={onRemove}>
            Remove pool
          </Button>
        )}
      </div>
    </div>
  );
}

interface RoleChoiceProps {
  readonly role: PoolRole;
  readonly onChoose: (role: PoolRole) => void;
}

function RoleChoice({ role, onChoose }: RoleChoiceProps) {
  return (
    <label className="flex items-center gap-2">
      Role
      <select
        className={fieldClasses}
        value={role}
        onChange={(event) => {
          const chosen = poolRoles.find((each) => each === event.target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {poolRoles.map((each) => (
          <option key={each} value={each}>
            {roleTitles[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function toPoolDrafts(pools: Proposal["pools"]): readonly PoolDraft[] {
  return pools.map(({ role, selectors }) => ({ role, text: printSelectorText(selectors) }));
}

interface ParsedPools {
  /** Null if any pool is invalid. */
  readonly pools: Pools | null;
  /** One entry per pool; null if the pool is valid. */
  readonly errors: readonly (string | null)[];
  /** Error that concerns all pools together. */
  readonly error: string | null;
}

function parsePoolDrafts(drafts: readonly PoolDraft[]): ParsedPools {
  const parsed = drafts.map(({ text }) => parseSelectorText(text));
  const errors = parsed.map((one) => (one.kind === "error" ? `Line ${one.line}: ${one.message}` : null));
  if (errors.some((one) => one !== null)) return { pools: null, errors, error: null };
  const pools = drafts.map(({ role }, index): Pools[number] => {
    const one = parsed[index];
    return {
      role,
      selectors: one?.kind === "selectors" ? one.selectors.map((labels) => ({ ...labels })) : [],
    };
  });
  const error = poolsError(pools);
  return { pools: error === null ? pools : null, errors, error };
}
