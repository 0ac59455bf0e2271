/** Key of a series: its labels as text, independent of their order. */
import { oncePer } from "@/lib/base/once-per";

/** Labels of a series: values by label name. */
export type Labels = Readonly<Record<string, string>>;

/** Label objects are never modified, and mapping and joining request the same keys repeatedly. */
export const formatLabelKey = oncePer((labels: Labels) =>
  JSON.stringify(
    Object.keys(labels)
      .sort()
      .map((name) => [name, labels[name]]),
  ),
);
