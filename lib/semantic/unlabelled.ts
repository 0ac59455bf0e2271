/** A split by a label that no series carries: the answer is the whole, which is said beside the number. */
import type { SignalNote } from "@/lib/model/answer";
import { signalDefinition, type SignalId } from "@/lib/model/signals";

interface Unlabelled {
  readonly label: string;
  /** Whose series were looked at: that of the question by which its values would have been ranked. */
  readonly ranked: SignalId;
}

/** The notes of a question whose split has no values. */
export function withUnlabelled(
  notes: readonly SignalNote[],
  { label, ranked }: Unlabelled,
): readonly SignalNote[] {
  return notes.map((note) => {
    const sentence =
      note.signal === ranked
        ? `No series of this signal carries the label ${label}: this is the whole.`
        : `Not split: no series of ${signalDefinition(ranked).title} carries the label ${label}.`;
    return { ...note, caveat: note.caveat === null ? sentence : `${sentence} ${note.caveat}` };
  });
}
