/**
 * Notes for a split by a label that no series has: the answer is the total, and the note next to the number states
 * it.
 */
import type { SignalNote } from "@/lib/model/answer";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

interface UnsplitLabel {
  readonly label: string;
  /** The signal whose series were inspected, because it ranks the values of the label. */
  readonly rankedSignal: SignalId;
}

/** Adds to each note the reason why its signal is not split: no series has the label. */
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
