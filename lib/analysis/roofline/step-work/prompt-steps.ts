/**
 * Steps that compute a prompt in chunks, each of which attends to the tokens before it. Returns the groups of one
 * mean step with a prompt, in which every chunk is equally likely.
 */
import type { SequenceGroup } from "./batch";

/** Maximum number of groups. A prompt with more chunks is represented by this number of chunks at even distances. */
const maxGroups = 64;

/** Prompts that an average step computes, each in one or more chunks. */
export interface StepPrompts {
  /** Tokens to compute for one prompt. */
  readonly newTokens: number;
  /** Tokens of one prompt found in the cache. */
  readonly cachedTokens: number;
  readonly chunksPerPrompt: number;
  /** Mean number of prompts that a step completes. A prompt of several chunks is in several steps. */
  readonly completedPrompts: number;
}

/**
 * Returns the sequence groups for the prompts of an average step. Each chunk of a prompt is equally likely
 * to be in the step.
 */
export function promptGroups({
  newTokens,
  cachedTokens,
  chunksPerPrompt: chunks,
  completedPrompts: prompts,
}: StepPrompts): readonly SequenceGroup[] {
  const groups = Math.min(chunks, maxGroups);
  const size = newTokens / chunks;
  const stride = newTokens / groups;
  // Each group represents chunks/groups chunks. Its cached tokens are those of the middle chunk.
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
