"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { baselinesQuery } from "@/lib/client/queries/baselines";
import { formatCoarseDuration } from "@/lib/format/time";
import { Button } from "@/components/ui/button";

interface BaselineChoicesProps {
  readonly deployment: string;
  /** "off", the id of a baseline, or null for the default. */
  readonly choice: string | null;
  /** Why no baseline is drawn, or null. */
  readonly reason: string | null;
  readonly onChoose: (choice: string | null) => void;
}

/** Selects the default baseline of the deployment, another baseline, or no baseline. */
export function BaselineChoices({ deployment, choice, reason, onChoose }: BaselineChoicesProps) {
  const { data, error } = useQuery(baselinesQuery(deployment));
  const ready = data?.baselines.filter(({ state }) => state === "ready") ?? [];
  const main = ready.find(({ isDefault }) => isDefault);
  return (
    <>
      {reason !== null && <p className="text-ink-2">{reason}</p>}
      {error !== null && <p className="text-ink-2">The list cannot be loaded: {error.message}</p>}
      <Choice isSelected={choice === "off"} onClick={() => onChoose("off")}>
        No baseline
      </Choice>
      <Choice isSelected={choice === null} onClick={() => onChoose(null)}>
        {main === undefined ? "Default baseline (none is set)" : "Default baseline"}
      </Choice>
      {ready.map(({ id, name, window }) => (
        <Choice key={id} isSelected={choice === id} onClick={() => onChoose(id)}>
          <span dir="auto" className="truncate">
            {name}
          </span>
          {window !== null && data !== undefined && (
            <span className="tnum shrink-0 text-ink-3">
              {formatCoarseDuration(data.asOfMs - window.endMs)} old
            </span>
          )}
        </Choice>
      ))}
      {data !== undefined && ready.length === 0 && (
        <p className="text-ink-2">This deployment has no baseline. Choose “Capture baseline” to add one.</p>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly isSelected: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Choice({ isSelected, onClick, children }: ChoiceProps) {
  return (
    <Button
      variant={isSelected ? "selected" : "ghost"}
      className="w-full justify-start gap-2"
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
