/** A split by a label that nobody has: the whole stands under no value at all, which is said beside the number. */
import type { AnswerSeries, SignalNote } from "@/lib/model/answer";

interface Split {
  readonly label: string | undefined;
  readonly series: readonly Pick<AnswerSeries, "signal" | "group">[];
}

/** The notes, with that in those of signals of which no series carries the label. */
export function withUnlabelled(
  notes: readonly SignalNote[],
  { label, series }: Split,
): readonly SignalNote[] {
  if (label === undefined) return notes;
  return notes.map((note) => {
    const groups = series.filter(({ signal }) => signal === note.signal).map(({ group }) => group);
    const isUnlabelled =
      groups.length > 0 && groups.every((group) => group?.kind === "value" && group.value === "");
    if (!isUnlabelled) return note;
    const sentence = `No series of this signal carries the label ${label}: this is the whole.`;
    return { ...note, caveat: note.caveat === null ? sentence : `${sentence} ${note.caveat}` };
  });
}
