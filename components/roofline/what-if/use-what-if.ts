"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { whatIf, type WhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { acceleratorsQuery } from "@/lib/client/queries/roofline-tables";
import { nothingChanged, useWhatIfState, type WhatIfState } from "@/lib/client/roofline-url";
import type { Accelerator } from "@/lib/model/accelerator";
import type { Ghost } from "../points/points-figure";
import { baseScenario, type BaseScenario } from "./base-scenario";
import { changeOf, isChanged } from "./change-of";
import { ghostOf } from "./ghost-of";
import { impossibleParts, withoutParts } from "./impossible-parts";

export interface WhatIfDoor {
  readonly from: BaseScenario;
  readonly state: WhatIfState;
  readonly change: (part: Partial<WhatIfState>) => void;
  readonly reset: () => void;
  readonly isChanged: boolean;
  /** Parts of the link that cannot be, for what runs: left out. */
  readonly impossible: readonly string[];
  /** A change was asked for that no ceiling is known of. */
  readonly isWithoutCeiling: boolean;
  /** Null where nothing is changed, or the change cannot be worked out. */
  readonly result: WhatIf | null;
  readonly accelerators: readonly Accelerator[];
  /** Why none can be chosen. */
  readonly acceleratorsTrouble: string | null;
  readonly ghost: Ghost | null;
}

/** What a link changes in what runs, and what that gives at best. */
export function useWhatIf(room: RooflineRoom): WhatIfDoor {
  const [state, setState] = useWhatIfState();
  const { data, error } = useQuery(acceleratorsQuery);
  const accelerators = useMemo(
    () => (data?.accelerators ?? []).map(({ accelerator }) => accelerator),
    [data],
  );
  const from = useMemo(() => baseScenario(room), [room]);
  const table = data === undefined ? null : accelerators;
  const impossible = useMemo(
    () => (from.kind === "missing" ? [] : impossibleParts(state, from.base.scenario.served.shape, table)),
    [from, state, table],
  );
  const usable = useMemo(() => withoutParts(state, impossible), [state, impossible]);
  const changed = isChanged(usable);
  const result = useMemo(() => {
    if (from.kind === "missing" || !changed) return null;
    const { scenario, measured } = from.base;
    return whatIf(scenario, changeOf(usable, scenario, accelerators), measured);
  }, [from, changed, usable, accelerators]);
  const ghost = useMemo(
    () => (result === null ? null : ghostOf(result, usable, room)),
    [result, usable, room],
  );
  return {
    from,
    state,
    change: (part) => void setState(part),
    reset: () => void setState(nothingChanged),
    isChanged: isChanged(state),
    impossible,
    isWithoutCeiling: changed && result === null,
    result,
    accelerators,
    acceleratorsTrouble: error?.message ?? null,
    ghost,
  };
}
