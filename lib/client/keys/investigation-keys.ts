/** Keys of the Investigations pages. The pages and the help dialog use the same list. */
import { stepIds } from "@/lib/model/investigation/step-ids";

/** Keyboard shortcuts of the Investigations pages. */
export const investigationKeys = {
  next: { keys: "j", keyLabels: ["J"], description: "Next investigation of the list, or next step" },
  previous: {
    keys: "k",
    keyLabels: ["K"],
    description: "Previous investigation of the list, or previous step",
  },
} as const;

/** Keys that open a step of an investigation, in the order of the steps. */
export const stepKeys: readonly string[] = stepIds.map((_, index) => String(index + 1));

/** Keyboard shortcuts of investigations for the help dialog. */
export const investigationKeyHelp: readonly {
  readonly description: string;
  readonly keyLabels: readonly string[];
}[] = [
  ...Object.values(investigationKeys),
  { description: "Show a step of an investigation", keyLabels: ["1", "…", String(stepKeys.length)] },
];
