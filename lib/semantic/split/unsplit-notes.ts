/**
 * Notes for a split by a label that no series has: the answer is the total, and the note next to the number states
 * it.
 */
import type { SignalNote } from "@/lib/model/answer";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

interface UnsplitLabel {
  readonly label: string;
  /** The signal whose series were inspected: the one that ranks the label's values. */
  readonly rankedSignal: SignalId;
}

/** Adds to each note why its signal is not split: the label has no values there. */
export function addUnsplitNotes(
  notes: readonly SignalNote[],
  { label, rankedSignal }: UnsplitLabel,
): readonly SignalNote[] {
  return notes.map((note) => {
    const sentence =
      note.signal === rankedSignal
        ? `No series of this signal has the label ${label}, so this is the total.`
        : `Not split: no series of ${signalDefinition(rankedSignal).title} has the label ${label}.`;
    return { ...note, caveat: note.caveat === null ? sentence : `${sentence} ${note.caveat}` };
  });
}
