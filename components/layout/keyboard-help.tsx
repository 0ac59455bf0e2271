"use client";

import { shortcuts } from "@/lib/client/shortcuts";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";

interface KeyboardHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** What a chart does with keys while it has the focus. */
const ofCharts = [
  { does: "Move the cursor in a chart that has the focus", shown: ["←", "→"] },
  { does: "Zoom all charts in on the cursor, and out into the past", shown: ["+", "−"] },
  { does: "Move between the buckets of a distribution", shown: ["↑", "↓"] },
  { does: "Show the distribution behind percentiles, and go back", shown: ["Enter"] },
] as const;

/** The same for the spans of one trace. */
const ofWaterfall = [
  { does: "Open and close the rows below a span", shown: ["→", "←"] },
  {
    does: "Come nearer to a trace's time or the roofline, go further, see all of it",
    shown: ["+", "−", "0"],
  },
  { does: "Move the part of a trace that is shown", shown: ["Shift ←", "Shift →"] },
] as const;

/** The same for the roofline's plane. */
const ofRoofline = [
  { does: "Walk through the roofline's points, and through their trail", shown: ["←", "→", "↑", "↓"] },
  { does: "Move the roofline's plane", shown: ["Shift ←", "Shift →", "Shift ↑", "Shift ↓"] },
] as const;

export function KeyboardHelp({ isOpen, onOpenChange }: KeyboardHelpProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="p-5">
        <DialogTitle className="mb-3 text-lg font-semibold">Keyboard</DialogTitle>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
          {[...shortcuts, ...ofCharts, ...ofWaterfall, ...ofRoofline].map(({ does, shown }) => (
            <div key={does} className="contents">
              <dt>{does}</dt>
              <dd className="flex gap-1">
                {shown.map((key) => (
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
