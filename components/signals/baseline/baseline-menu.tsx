"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { createLazyPart } from "@/components/ui/lazy-part";
import { PopoverButton } from "@/components/ui/popover-button";
import type { BaselineState } from "./use-shown-baseline";

/** Loaded on first use. */
const parts = createLazyPart(() => import("./baseline-choices"));
const BaselineChoices = dynamic(() => parts.load().then((module) => module.BaselineChoices), { ssr: false });

interface BaselineMenuProps {
  readonly deployment: string;
  /** "off", the id of a baseline, or null for the default. */
  readonly choice: string | null;
  readonly state: BaselineState;
  readonly onChoose: (choice: string | null) => void;
}

/** Selects the baseline whose values are drawn in every panel. */
export function BaselineMenu({ deployment, choice, state, onChoose }: BaselineMenuProps) {
  return (
    <PopoverButton
      className="flex max-h-96 w-80 flex-col gap-1 overflow-y-auto"
      contentPart={parts}
      triggerProps={{
        label: "Baseline",
        className: "flex h-7 items-center gap-1 rounded-sm px-1.5 text-ink-2 hover:bg-hover",
        children: (
          <>
            Baseline <span className="max-w-52 truncate font-medium text-ink">{state.title}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          </>
        ),
      }}
    >
      {(close) => (
        <BaselineChoices
          deployment={deployment}
          choice={choice}
          reason={state.reason}
          onChoose={(next) => {
            onChoose(next);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
