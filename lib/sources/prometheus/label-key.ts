/** Key of a series: its labels as text, independent of their order. */
import { memoizePerObject } from "@/lib/base/memoize-per-object";

/** Labels of a series: values by label name. */
export type Labels = Readonly<Record<string, string>>;

/** Returns the labels as a text that is equal for equal labels. The text is cached per object, because labels never change. */
export const formatLabelKey = memoizePerObject((labels: Labels) =>
  JSON.stringify(
    Object.keys(labels)
      .sort()
      .map((name) => [name, labels[name]]),
  ),
);
