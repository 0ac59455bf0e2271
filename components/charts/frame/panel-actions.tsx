"use client";

import { Download, Image as Picture, ListTree, Table } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useOneTabStop } from "@/components/ui/use-one-tab-stop";
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

/**
 * Actions of a panel. They are visible on hover and focus; on touch screens always, in a separate row. They are one tab
 * stop, because a page has many panels.
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
  const tabStop = useOneTabStop();
  return (
    <div
      role="toolbar"
      aria-label={`Actions of ${title}`}
      {...tabStop}
      className="absolute inset-y-0 right-0 flex bg-paper opacity-0 transition-opacity duration-100 group-focus-within/panel:opacity-100 group-hover/panel:opacity-100 touch:static touch:-ml-2 touch:w-full touch:opacity-100"
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
  );
}
