"use client";

import { shortcuts } from "@/lib/client/shortcuts";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";

interface KeyboardHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** What a chart does with keys while it has the focus. */
const chartKeys = [
  { description: "Move the cursor in a chart that has the focus", keyLabels: ["←", "→"] },
  { description: "Zoom all charts in on the cursor, and out into the past", keyLabels: ["+", "−"] },
  { description: "Move between the buckets of a distribution", keyLabels: ["↑", "↓"] },
  { description: "Show the distribution behind percentiles, and go back", keyLabels: ["Enter"] },
] as const;

/** The same for the spans of one trace. */
const waterfallKeys = [
  { description: "Open and close the rows below a span", keyLabels: ["→", "←"] },
  {
    description: "Come nearer to a trace's time or the roofline, go further, see all of it",
    keyLabels: ["+", "−", "0"],
  },
  { description: "Move the part of a trace that is shown", keyLabels: ["Shift ←", "Shift →"] },
] as const;

/** The same for the roofline's plane. */
const rooflineKeys = [
  {
    description: "Walk through the roofline's points, and through their trail",
    keyLabels: ["←", "→", "↑", "↓"],
  },
  { description: "Move the roofline's plane", keyLabels: ["Shift ←", "Shift →", "Shift ↑", "Shift ↓"] },
] as const;

export function KeyboardHelp({ isOpen, onOpenChange }: KeyboardHelpProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="p-5">
        <DialogTitle className="mb-3 text-lg font-semibold">Keyboard</DialogTitle>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
          {[...shortcuts, ...chartKeys, ...waterfallKeys, ...rooflineKeys].map(
            ({ description, keyLabels }) => (
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
            ),
          )}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
