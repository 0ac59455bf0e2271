/** Parts of a what-if link that are well written and yet cannot be, for what runs: left out, and said. */
import type { WhatIfState } from "@/lib/client/roofline-url";
import type { Accelerator } from "@/lib/model/accelerator";
import type { Architecture } from "@/lib/model/architecture";

type Shape = Pick<Architecture, "attention">;

/** `accelerators` null while the table is not read. */
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

/** Each KV head serves as many query heads as another; a latent has none. */
function canHaveKvHeads({ attention }: Shape, count: number): boolean {
  return attention.kind !== "latent" && attention.heads % count === 0;
}

/** Every accelerator has as many query heads as another. */
export function canSplit({ attention: { heads } }: Shape, tensor: number): boolean {
  return heads % tensor === 0;
}

export function withoutParams(state: WhatIfState, params: readonly (keyof WhatIfState)[]): WhatIfState {
  return { ...state, ...Object.fromEntries(params.map((part) => [part, null])) };
}
