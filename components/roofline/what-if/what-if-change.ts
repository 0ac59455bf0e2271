/** Converts the what-if parameters of a link to a change. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { expectedAccepted, type WhatIfChange, type Scenario } from "@/lib/analysis/roofline/what-if/change";
import type { WhatIfState } from "@/lib/client/roofline-url";

/** Returns the change. An accelerator that is not among `accelerators` is ignored. */
export function whatIfChange(
  state: WhatIfState,
  { parallel }: Pick<Scenario, "parallel">,
  accelerators: readonly Accelerator[],
): WhatIfChange {
  const accelerator = accelerators.find(({ id }) => id === state.wgpu);
  const { wspec } = state;
  return {
    ...(state.ww === null ? {} : { weights: state.ww }),
    ...(state.wkv === null ? {} : { kv: state.wkv }),
    ...(state.wb === null ? {} : { batch: state.wb }),
    ...(state.wc === null ? {} : { contextTokens: state.wc }),
    ...(state.wheads === null ? {} : { kvHeads: state.wheads }),
    ...(state.wflash === null ? {} : { isFlash: false }),
    ...(state.wtp === null ? {} : { parallel: { ...parallel, tensor: state.wtp } }),
    ...(accelerator === undefined ? {} : { accelerator }),
    ...(wspec === null
      ? {}
      : {
          speculation: {
            draftTokens: wspec.draftTokens,
            acceptedTokens: expectedAccepted(wspec.acceptedPercent / 100, wspec.draftTokens),
            // N-gram or small-head proposals read almost nothing.
            draftWeightBytes: 0,
          },
        }),
  };
}

export function isChanged(state: WhatIfState): boolean {
  return Object.values(state).some((value) => value !== null);
}
