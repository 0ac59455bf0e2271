"use client";

import { investigationKeyHelp } from "@/lib/client/keys/investigation-keys";
import { shortcuts } from "@/lib/client/keys/shortcuts";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { pages } from "./pages";

interface KeyboardHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Keys that open a page. */
const pageKeys = pages.flatMap(({ title, keys }) =>
  keys === undefined ? [] : [{ description: title, keyLabels: keys.toUpperCase().split(">") }],
);

/** Keys of a focused chart. */
const chartKeys = [
  { description: "Move the cursor in the focused chart", keyLabels: ["←", "→"] },
  { description: "Zoom all charts in or out at the cursor", keyLabels: ["+", "−"] },
  { description: "Move between the buckets of a histogram", keyLabels: ["↑", "↓"] },
  { description: "Switch between percentiles and their histogram", keyLabels: ["Enter"] },
  { description: "Open the traces at the cursor of the focused chart", keyLabels: ["Shift Enter"] },
] as const;

/** Keys of the spans of a trace. */
const waterfallKeys = [
  { description: "Expand or collapse a span", keyLabels: ["→", "←"] },
  {
    description: "Zoom in, zoom out, or reset the zoom of a trace or the roofline",
    keyLabels: ["+", "−", "0"],
  },
  { description: "Pan the time window of a trace", keyLabels: ["Shift ←", "Shift →"] },
] as const;

/** Keys of the roofline chart. */
const rooflineKeys = [
  {
    description: "Move between roofline points, or along the trail of a point",
    keyLabels: ["←", "→", "↑", "↓"],
  },
  { description: "Pan the roofline", keyLabels: ["Shift ←", "Shift →", "Shift ↑", "Shift ↓"] },
] as const;

/** Dialog with all keyboard shortcuts. */
export function KeyboardHelp({ isOpen, onOpenChange }: KeyboardHelpProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="p-5">
        <DialogTitle className="mb-3 text-lg font-semibold">Keyboard shortcuts</DialogTitle>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
          {[
            ...shortcuts,
            ...pageKeys,
            ...investigationKeyHelp,
            ...chartKeys,
            ...waterfallKeys,
            ...rooflineKeys,
          ].map(({ description, keyLabels }) => (
            <div key={description} className="contents">
              <dt>{description}</dt>
              <dd className="flex gap-1">
                {keyLabels.map((key) => (
                  <kbd
                    key={key}
                    className="rounded-sm border border-rule-strong bg-well px-1.5 font-mono text-2xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
