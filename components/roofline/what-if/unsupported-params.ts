/** Finds what-if parameters of a link that are well-formed but impossible for the running model. */
import type { WhatIfState } from "@/lib/client/roofline-url";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { Architecture } from "@/lib/model/roofline/architecture";

type Shape = Pick<Architecture, "attention">;

/** Returns the impossible parameters. `accelerators` is null until the table is loaded. */
export function unsupportedParams(
  { wheads, wtp, wgpu }: Pick<WhatIfState, "wheads" | "wtp" | "wgpu">,
  shape: Shape,
  accelerators: readonly Accelerator[] | null,
): readonly (keyof WhatIfState)[] {
  const isUnknown = wgpu !== null && accelerators !== null && !accelerators.some(({ id }) => id === wgpu);
  return [
    ...(wheads === null || canHaveKvHeads(shape, wheads) ? [] : (["wheads"] as const)),
    ...(wtp === null || canSplit(shape, wtp) ? [] : (["wtp"] as const)),
    ...(isUnknown ? (["wgpu"] as const) : []),
  ];
}

/** KV heads must divide the query heads. Latent attention has no KV heads. */
function canHaveKvHeads({ attention }: Shape, count: number): boolean {
  return attention.kind !== "latent" && attention.heads % count === 0;
}

/** Tensor parallelism must divide the query heads. */
export function canSplit({ attention: { heads } }: Shape, tensor: number): boolean {
  return heads % tensor === 0;
}

export function withoutParams(state: WhatIfState, params: readonly (keyof WhatIfState)[]): WhatIfState {
  return { ...state, ...Object.fromEntries(params.map((part) => [part, null])) };
}
