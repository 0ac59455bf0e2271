"use client";

import { Code, Download, Image as Picture, Info, ListTree, Table } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { LazyPart } from "@/components/ui/lazy-part";
import { PopoverButton } from "@/components/ui/popover-button";
import { useOneTabStop } from "@/components/ui/use-one-tab-stop";
import { PanelAction, panelActionClasses } from "./panel-action";

/** Content of a panel's popovers: definition and queries. */
export interface PanelHelp {
  readonly renderMeaning: () => ReactNode;
  readonly renderQueries: () => ReactNode;
  /** Code of the popovers, loaded when one of them is first opened. Absent if the code is part of the page. */
  readonly contentPart?: LazyPart<unknown>;
}

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

interface HelpButtonsProps extends PanelHelp {
  readonly title: string;
}

/** Popovers with the definition of the signals and the queries. */
function HelpButtons({ title, renderMeaning, renderQueries, contentPart }: HelpButtonsProps) {
  const scripts = contentPart === undefined ? {} : { contentPart };
  return (
    <>
      <PopoverButton
        heading="Definition"
        align="end"
        {...scripts}
        className="w-96 max-w-[92vw]"
        triggerProps={{
          label: `Definition of ${title}`,
          title: "Definition",
          className: panelActionClasses,
          children: <Info aria-hidden className="size-3.5" />,
        }}
      >
        {renderMeaning}
      </PopoverButton>
      <PopoverButton
        heading="Queries sent"
        align="end"
        {...scripts}
        className="w-[560px] max-w-[92vw]"
        triggerProps={{
          label: `Queries of ${title}`,
          title: "Queries sent",
          className: panelActionClasses,
          children: <Code aria-hidden className="size-3.5" />,
        }}
      >
        {renderQueries}
      </PopoverButton>
    </>
  );
}
