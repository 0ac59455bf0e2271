/**
 * Prompts as steps compute them: in chunks, each attending to what came before. The groups of one mean step that carries a prompt, in
 * which any chunk is as likely as any other.
 */
import type { SequenceGroup } from "./batch";

/** More chunks than this are told by so many at even distances. */
const maxGroups = 64;

export interface Prompts {
  /** Of one prompt, to compute. */
  readonly newTokens: number;
  /** Of one prompt, found in the cache. */
  readonly cachedTokens: number;
  readonly chunks: number;
  /** Prompts that a step completes on average; a prompt of several chunks is in several steps. */
  readonly prompts: number;
}

export function promptSteps({ newTokens, cachedTokens, chunks, prompts }: Prompts): readonly SequenceGroup[] {
  const groups = Math.min(chunks, maxGroups);
  const size = newTokens / chunks;
  const stride = newTokens / groups;
  // Each group stands for chunks/groups chunks; its cached tokens are those of the middle one.
  const middle = (stride - size) / 2;
  const sequences = (prompts * chunks) / groups;
  const steps: SequenceGroup[] = [];
  for (let index = 0; index < groups; index += 1)
    steps.push({
      phase: "prefill",
      sequences,
      newTokens: size,
      cachedTokens: cachedTokens + index * stride + middle,
      logitTokens: index === groups - 1 ? groups / chunks : 0,
    });
  return steps;
}
