"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { baselinesKey, editBaseline } from "@/lib/client/queries/baselines";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { ChangeRefusal } from "@/components/shared/forms/change-refusal";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-classes";
import { createBaselineSubject } from "../evidence/baseline-subject";
import { DefaultBaselineForm, type DefaultBaselineChange } from "./default-baseline-form";
import { DeleteDialog } from "./delete-dialog";
import { EditForm } from "./edit-form";
import { ExportActions } from "./export-actions";

interface BaselineActionsProps {
  readonly response: Pick<BaselineResponse, "baseline" | "defaults" | "uses">;
}

/** Shows the actions on a baseline that the caller may use, and the form that an action has opened. */
export function BaselineActions({ response }: BaselineActionsProps) {
  const { baseline, defaults } = response;
  const queries = useQueryClient();
  const [opened, setOpened] = useState<"edit" | DefaultBaselineChange | "delete" | null>(null);
  const pin = useMutation({
    mutationFn: () => editBaseline(baseline, { isPinned: !baseline.isPinned }),
    onSettled: () => queries.invalidateQueries({ queryKey: baselinesKey }),
  });
  const close = (): void => setOpened(null);
  const hasDefault = defaults.some(({ isCurrent }) => isCurrent);
  const defaultLabels = {
    set: hasDefault ? "Accept as the new normal" : "Set as default",
    remove: "Remove default",
  } as const;
  const isReady = baseline.state === "ready";
  const { changeRefusal, defaultRefusal, window } = baseline;
  const mayChangeDefault = isReady && baseline.deployment !== null && defaultRefusal === null;
  const defaultChange: DefaultBaselineChange = baseline.isDefault ? "remove" : "set";
  const mayChange = changeRefusal === null;
  return (
    <div className="pb-4 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {mayChangeDefault && (
          <Button onClick={() => setOpened(defaultChange)}>{defaultLabels[defaultChange]}</Button>
        )}
        {isReady && baseline.deployment !== null && (
          <Link
            href={`/compare?before=baseline:${baseline.id}&after=window:${baseline.deployment.slug}:now-1h:now`}
            className={buttonClasses()}
          >
            Compare with the last hour
          </Link>
        )}
        {mayChange && <Button onClick={() => setOpened("edit")}>Edit name and expiry</Button>}
        {mayChange && (
          <Button disabled={pin.isPending} aria-pressed={baseline.isPinned} onClick={() => pin.mutate()}>
            {baseline.isPinned ? "Remove pin" : "Pin"}
          </Button>
        )}
        {isReady && <ExportActions baselineId={baseline.id} />}
        {isReady && window !== null && (
          <KeepAsEvidenceButton createSubject={() => createBaselineSubject(baseline, window)} />
        )}
        {mayChange && <Button onClick={() => setOpened("delete")}>Delete</Button>}
      </div>
      {!mayChange && <ChangeRefusal text={changeRefusal} />}
      <WriteError error={pin.error} className="pt-2" />
      {opened === "edit" && <EditForm baseline={baseline} onDone={close} />}
      {(opened === "set" || opened === "remove") && (
        <DefaultBaselineForm
          key={opened}
          baselineId={baseline.id}
          change={opened}
          label={defaultLabels[opened]}
          onDone={close}
        />
      )}
      {opened === "delete" && <DeleteDialog response={response} onClose={close} />}
    </div>
  );
}
