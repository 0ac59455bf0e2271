"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { createBaseScenario, type BaseScenario } from "@/lib/analysis/roofline/what-if/base-scenario";
import { findImpossibleLevers, resetLevers, toScenarioChange } from "@/lib/analysis/roofline/what-if/levers";
import { computeWhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { toWhatIfResult, type WhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import { acceleratorsQuery } from "@/lib/client/queries/roofline-tables";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import {
  hasChanges,
  unchangedWhatIfState,
  type LeverName,
  type WhatIfState,
} from "@/lib/model/roofline/what-if-levers";
import { describeChanges } from "@/lib/sentences/roofline/what-if/lever-text";
import { whatIfParsers, whatIfUrlKeys } from "@/lib/client/roofline/what-if-url";
import type { WhatIfPoint } from "../points/points-figure";
import { createWhatIfPoint } from "./what-if-point";

/** Result of the possible levers, with the change that it describes. */
export interface WhatIfOutcome {
  readonly levers: WhatIfState;
  /** Short list of the changes, such as "weights FP8, batch 64". */
  readonly change: string;
  readonly result: WhatIfResult;
}

/** Values of the what-if levers and the result of their change. */
export interface WhatIfController {
  readonly baseScenario: BaseScenario;
  readonly state: WhatIfState;
  /** Sets levers. Null resets a lever to the value of the deployment. */
  readonly change: (changes: Partial<WhatIfState>) => void;
  readonly reset: () => void;
  /** True if any lever has a value. */
  readonly hasChanges: boolean;
  /** Levers of the link that are impossible for the running model and ignored. */
  readonly impossibleLevers: readonly LeverName[];
  /** True if the change has no known ceiling. */
  readonly hasNoCeiling: boolean;
  /** Null without a change, or when the change cannot be computed. */
  readonly outcome: WhatIfOutcome | null;
  /** Null until the table is loaded. */
  readonly accelerators: readonly Accelerator[] | null;
  /** Why the table of accelerators could not be read. Null if it was read or is still loading. */
  readonly acceleratorsError: string | null;
  readonly whatIfPoint: WhatIfPoint | null;
}

const noResult = { hasNoCeiling: false, outcome: null, whatIfPoint: null } as const;

/** Reads the what-if change from the URL and computes its result. */
export function useWhatIf(data: RooflinePageData): WhatIfController {
  // A slider makes many changes, so they replace the history entry.
  const [state, setState] = useQueryStates(whatIfParsers, { history: "replace", urlKeys: whatIfUrlKeys });
  const { data: catalogue, error } = useQuery(acceleratorsQuery);
  const accelerators = useMemo(
    () => catalogue?.accelerators.map(({ accelerator }) => accelerator) ?? null,
    [catalogue],
  );
  const start = useMemo(() => createBaseScenario(data), [data]);
  const computed = useMemo(() => {
    if (start.kind === "missing") return { ...noResult, impossibleLevers: [] };
    const { scenario, measuredTimes } = start.base;
    const context = { scenario, accelerators };
    const impossibleLevers = findImpossibleLevers(state, context);
    const usable = resetLevers(state, impossibleLevers);
    if (!hasChanges(usable)) return { ...noResult, impossibleLevers };
    const computed = computeWhatIf(scenario, toScenarioChange(usable, context), measuredTimes);
    if (computed === null) return { ...noResult, impossibleLevers, hasNoCeiling: true };
    const result = toWhatIfResult(computed, scenario.accelerator);
    const change = describeChanges(usable, context);
    const whatIfPoint = createWhatIfPoint(result, change, data);
    return {
      impossibleLevers,
      hasNoCeiling: false,
      outcome: { levers: usable, change, result },
      whatIfPoint,
    };
  }, [start, state, accelerators, data]);
  return {
    baseScenario: start,
    state,
    change: (part) => void setState(part),
    reset: () => void setState(unchangedWhatIfState),
    hasChanges: hasChanges(state),
    accelerators,
    acceleratorsError: error?.message ?? null,
    ...computed,
  };
}
