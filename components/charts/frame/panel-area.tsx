"use client";

import type { ReactNode } from "react";
import { useOneTabStop } from "@/components/ui/use-one-tab-stop";

/**
 * Content of a panel as one tab stop, because a page has many panels: Tab goes from panel to panel, and the arrow keys,
 * Home and End move between the title's buttons, the actions and the chart.
 */
export function PanelArea({ children }: { readonly children: ReactNode }) {
  return <div {...useOneTabStop()}>{children}</div>;
}
