"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { whatIf, type WhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { acceleratorsQuery } from "@/lib/client/queries/roofline-tables";
import { nothingChanged, useWhatIfState, type WhatIfState } from "@/lib/client/roofline-url";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { Ghost } from "../points/points-figure";
import { baseScenario, type BaseScenario } from "./base-scenario";
import { whatIfChange, isChanged } from "./what-if-change";
import { ghostPoint } from "./ghost-point";
import { unsupportedParams, withoutParams } from "./unsupported-params";

export interface WhatIfController {
  readonly start: BaseScenario;
  readonly state: WhatIfState;
  readonly change: (part: Partial<WhatIfState>) => void;
  readonly reset: () => void;
  readonly isChanged: boolean;
  /** Parameters of the link that are impossible for the running model and ignored. */
  readonly unsupported: readonly string[];
  /** True when the change has no known ceiling. */
  readonly hasNoCeiling: boolean;
  /** Null without a change, or when the change cannot be computed. */
  readonly result: WhatIf | null;
  readonly accelerators: readonly Accelerator[];
  /** Why the list of accelerators is empty. */
  readonly acceleratorsError: string | null;
  readonly ghost: Ghost | null;
}

/** Reads the what-if change from the URL and computes its result. */
export function useWhatIf(data: RooflinePageData): WhatIfController {
  const [state, setState] = useWhatIfState();
  const { data: catalogue, error } = useQuery(acceleratorsQuery);
  const accelerators = useMemo(
    () => (catalogue?.accelerators ?? []).map(({ accelerator }) => accelerator),
    [catalogue],
  );
  const from = useMemo(() => baseScenario(data), [data]);
  const table = catalogue === undefined ? null : accelerators;
  const unsupported = useMemo(
    () => (from.kind === "missing" ? [] : unsupportedParams(state, from.base.scenario.served.shape, table)),
    [from, state, table],
  );
  const usable = useMemo(() => withoutParams(state, unsupported), [state, unsupported]);
  const changed = isChanged(usable);
  const result = useMemo(() => {
    if (from.kind === "missing" || !changed) return null;
    const { scenario, measured } = from.base;
    return whatIf(scenario, whatIfChange(usable, scenario, accelerators), measured);
  }, [from, changed, usable, accelerators]);
  const ghost = useMemo(
    () => (result === null ? null : ghostPoint(result, usable, data)),
    [result, usable, data],
  );
  return {
    start: from,
    state,
    change: (part) => void setState(part),
    reset: () => void setState(nothingChanged),
    isChanged: isChanged(state),
    unsupported,
    hasNoCeiling: changed && result === null,
    result,
    accelerators,
    acceleratorsError: error?.message ?? null,
    ghost,
  };
}
