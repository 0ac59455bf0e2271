"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useId, useRef, useState } from "react";
import { newIdempotencyKey } from "@/lib/client/new-key";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { WriteError } from "@/components/shared/forms/write-error";
import { ReadError } from "@/components/shared/reads/read-error";
import { Button } from "@/components/ui/button";
import { investigationKey } from "../investigation-requests";
import { StoredValidation } from "./stored-validation";
import { WindowForm } from "./window-form";
import { ValidationReport } from "./validation-report";
import {
  storeValidation,
  validationPreviewQuery,
  validationsQuery,
  type ChosenWindows,
} from "./validation-requests";

interface ValidationSectionProps {
  readonly page: InvestigationResponse;
  readonly round: number;
  /** True if the round is the current one and the person may edit the investigation. */
  readonly canEdit: boolean;
}

/** The validation of a round: the comparison before and after the fix, the stored ones, and their watches. */
export function ValidationSection({ page, round, canEdit }: ValidationSectionProps) {
  const titleId = useId();
  const { number } = page.investigation;
  const { data, error, refetch } = useQuery(validationsQuery(number));
  const stored = data?.validations.filter((one) => one.round === round) ?? [];
  return (
    <section
      aria-labelledby={titleId}
      data-printed-part
      aria-busy={data === undefined && error === null}
      className="border-t border-rule pt-3"
    >
      <h3 id={titleId} className="pb-1 font-semibold">
        Validation <span className="text-xs font-normal text-ink-2">before and after the fix</span>
      </h3>
      {round === page.investigation.round && <Comparison page={page} canEdit={canEdit} />}
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "validations"}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && stored.length === 0 && (
        <p className="pt-1 text-xs text-ink-2">
          No validation is stored in this round. Compare the time before and after the fix, then store the
          result.
        </p>
      )}
      <ul aria-label="Validations">
        {stored.toReversed().map((one) => (
          <StoredValidation key={one.id} number={number} validation={one} canEdit={canEdit} />
        ))}
      </ul>
    </section>
  );
}

const sides = [
  { side: "before", resetLabel: "Use the baseline" },
  { side: "after", resetLabel: "Use the matching hours" },
] as const;

function Comparison({ page, canEdit }: Omit<ValidationSectionProps, "round">) {
  const { investigation } = page;
  const [chosen, setChosen] = useState<ChosenWindows>({ before: null, after: null });
  const [isRequested, setIsRequested] = useState(false);
  const [choosing, setChoosing] = useState<keyof ChosenWindows | null>(null);
  const preview = useQuery({ ...validationPreviewQuery(investigation, chosen), enabled: isRequested });
  const store = useStore(investigation.number, chosen, () => setIsRequested(false));
  const compare = () => {
    setIsRequested(true);
    if (isRequested) void preview.refetch();
  };
  const { data, error, isFetching } = preview;
  const canStore = canEdit && isRequested && data !== undefined && data.report.deployments.length > 0;
  return (
    <div className="pb-2">
      <p className="flex flex-wrap gap-1 print:hidden">
        <Button size="sm" disabled={isFetching} onClick={compare}>
          Compare before and after
        </Button>
        <WindowButtons
          chosen={chosen}
          onToggle={(side) => setChoosing(choosing === side ? null : side)}
          onReset={(side) => setChosen({ ...chosen, [side]: null })}
        />
        {canStore && (
          <Button
            size="sm"
            variant="selected"
            disabled={store.isPending || isFetching}
            onClick={() => store.mutate()}
          >
            Store validation
          </Button>
        )}
      </p>
      {choosing !== null && (
        <WindowForm
          key={choosing}
          side={choosing}
          onClose={() => setChoosing(null)}
          onChoose={(window) => {
            setChosen({ ...chosen, [choosing]: window });
            setIsRequested(true);
          }}
        />
      )}
      <WriteError error={store.error} title="The validation was not stored." />
      {isRequested && error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "comparison"}
          onRetry={() => void preview.refetch()}
        />
      )}
      {isRequested && isFetching && (
        <p aria-busy className="pt-1 text-ink-2">
          Measuring both windows
        </p>
      )}
      {isRequested && data !== undefined && (
        <section aria-label="Comparison before and after the fix" className="pt-2">
          <ValidationReport report={data.report} />
        </section>
      )}
    </div>
  );
}

interface WindowButtonsProps {
  readonly chosen: ChosenWindows;
  readonly onToggle: (side: keyof ChosenWindows) => void;
  readonly onReset: (side: keyof ChosenWindows) => void;
}

function WindowButtons({ chosen, onToggle, onReset }: WindowButtonsProps) {
  return sides.map(({ side, resetLabel }) => (
    <Fragment key={side}>
      <Button size="sm" onClick={() => onToggle(side)}>
        Choose the window {side} the fix
      </Button>
      {chosen[side] !== null && (
        <Button size="sm" onClick={() => onReset(side)}>
          {resetLabel}
        </Button>
      )}
    </Fragment>
  ));
}

/** Stores the comparison of these windows. A repeated request, for example of a double click, stores nothing. */
function useStore(number: number, chosen: ChosenWindows, onStored: () => void) {
  const queries = useQueryClient();
  const unconfirmed = useRef<{ readonly chosen: ChosenWindows; readonly key: string } | null>(null);
  return useMutation({
    mutationFn: () => {
      // The second request of a double click, and a retry after a lost response, have the same key.
      if (unconfirmed.current?.chosen !== chosen) unconfirmed.current = { chosen, key: newIdempotencyKey() };
      return storeValidation(number, chosen, unconfirmed.current.key);
    },
    onSuccess: () => {
      unconfirmed.current = null;
      onStored();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
  });
}
