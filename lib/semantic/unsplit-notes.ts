/** A split by a label that no series carries: the answer is the whole, which is said beside the number. */
import type { SignalNote } from "@/lib/model/answer";
import { signalDefinition, type SignalId } from "@/lib/model/signals";

interface UnsplitLabel {
  readonly label: string;
  /** Whose series were looked at: that of the question by which its values would have been ranked. */
  readonly rankedSignal: SignalId;
}

/** The notes of a question whose split has no values. */
export function withUnsplitNotes(
  notes: readonly SignalNote[],
  { label, rankedSignal }: UnsplitLabel,
): readonly SignalNote[] {
  return notes.map((note) => {
    const sentence =
      note.signal === rankedSignal
        ? `No series of this signal carries the label ${label}: this is the whole.`
        : `Not split: no series of ${signalDefinition(rankedSignal).title} carries the label ${label}.`;
    return { ...note, caveat: note.caveat === null ? sentence : `${sentence} ${note.caveat}` };
  });
}
