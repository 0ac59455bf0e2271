/** Slice after slice, some at once, until the window is read or a bound is reached. */
import { readSlice } from "./read-slice";
import {
  toFailure,
  type EndedBy,
  type ReadBounds,
  type Reading,
  type ReadState,
  type Slices,
} from "./reading";
import type { ReadPrefix } from "./window-slices";

/** Ends when nothing is left to read or `state` says why not. */
export async function readSlices({
  reader,
  ask,
  bounds,
  slices,
  state,
  running,
  signal,
}: Reading & { readonly slices: Slices }): Promise<void> {
  for (;;) {
    ask.signal?.throwIfAborted();
    if (ask.enough?.aborted === true) state.ended ??= "time";
    state.ended ??= boundReached(slices.prefix(), state, ask.most, bounds);
    if (state.ended !== null) return;
    const next = running.size < bounds.atOnce ? slices.take() : null;
    if (next === null && running.size === 0) return;
    if (next === null) {
      await Promise.race(running);
      continue;
    }
    state.questions += 1;
    const one = readSlice(reader, ask, { slice: next, limit: bounds.tracesPerSlice, signal })
      .catch((error: unknown) => {
        state.failure ??= toFailure(error, ask);
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
}

function boundReached(
  prefix: ReadPrefix,
  { questions, failure }: ReadState,
  most: number,
  bounds: ReadBounds,
): EndedBy | null {
  if (failure !== null) return "failure";
  if (prefix.traces.size >= most && !prefix.isWhole) return "most";
  if (prefix.spans >= bounds.spans && !prefix.isWhole) return "spans";
  return questions >= bounds.questions && !prefix.isWhole ? "questions" : null;
}
