"use client";

import { Download, Ellipsis, Image as Picture, ListTree, Table } from "lucide-react";
import Link from "next/link";
import { useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { HelpButtons, type PanelHelp } from "./help-buttons";
import { PanelAction, panelActionClasses } from "./panel-action";

/** Link to the requests behind a panel's values. */
export interface PanelTracesLink {
  readonly href: string;
  /** Sort order as text: "slowest first". */
  readonly orderText: string;
}

interface PanelActionsProps {
  readonly title: string;
  readonly help: PanelHelp;
  readonly isTableShown: boolean;
  readonly tracesLink?: PanelTracesLink | null;
  readonly onToggleTable: () => void;
  readonly onSaveCsv: () => void;
  /** Null while no chart is drawn. */
  readonly onSavePng: (() => void) | null;
  /** Actions of this panel, before the common actions. */
  readonly children?: ReactNode;
}

/** On touch and narrow screens the actions open below their button. */
const menuClasses =
  "max-[699px]:absolute max-[699px]:top-full max-[699px]:right-0 max-[699px]:z-20 max-[699px]:rounded max-[699px]:bg-sheet max-[699px]:p-1 max-[699px]:shadow-overlay touch:absolute touch:top-full touch:right-0 touch:z-20 touch:rounded touch:bg-sheet touch:p-1 touch:shadow-overlay";

/**
 * Actions of a panel. They are visible on hover and focus. On touch screens and narrow screens, one button opens them.
 * `PanelArea` makes them a part of the panel's tab stop.
 */
export function PanelActions({
  title,
  help,
  isTableShown,
  tracesLink = null,
  onToggleTable,
  onSaveCsv,
  onSavePng,
  children,
}: PanelActionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="absolute inset-y-0 right-0 flex items-center bg-paper opacity-0 transition-opacity duration-100 group-focus-within/panel:opacity-100 group-hover/panel:opacity-100 max-[699px]:opacity-100 print:hidden in-data-kiosk:hidden touch:opacity-100">
      <button
        type="button"
        className={cn(panelActionClasses, "hidden max-[699px]:inline-flex touch:inline-flex")}
        aria-label={`Actions of ${title}`}
        aria-expanded={isOpen}
        title="Actions"
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis aria-hidden className="size-4" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons have the focus */}
      <div
        role="toolbar"
        aria-label={`Actions of ${title}`}
        className={cn("flex", menuClasses, !isOpen && "max-[699px]:hidden touch:hidden")}
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpen(false);
        }}
      >
        {children}
        {tracesLink !== null && (
          <Link
            href={tracesLink.href}
            className={panelActionClasses}
            aria-label={`Traces in this window by ${title}`}
            title={`Open the traces in this window, ${tracesLink.orderText}`}
          >
            <ListTree aria-hidden className="size-3.5" />
          </Link>
        )}
        <HelpButtons title={title} {...help} />
        <PanelAction
          label={`${title} as a table`}
          hint="As a table"
          icon={Table}
          isOn={isTableShown}
          onClick={onToggleTable}
        />
        <PanelAction label={`${title} as CSV`} hint="Download CSV" icon={Download} onClick={onSaveCsv} />
        {onSavePng !== null && (
          <PanelAction label={`${title} as PNG`} hint="Download PNG" icon={Picture} onClick={onSavePng} />
        )}
      </div>
    </div>
  );
}
