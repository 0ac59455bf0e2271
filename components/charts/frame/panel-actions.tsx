"use client";

import { Code, Download, Image as Picture, Info, ListTree, Table } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { FirstUse } from "@/components/ui/first-use";
import { PopoverButton } from "@/components/ui/popover-button";
import { PanelAction, panelActionClasses } from "./panel-action";

/** What a panel's popovers hold. */
export interface Explained {
  readonly meaning: () => ReactNode;
  readonly queries: () => ReactNode;
  /** Scripts of either, where they come with the first opening. */
  readonly needs?: FirstUse<unknown>;
}

/** Where the requests behind a panel's numbers are listed. */
export interface TracesDoor {
  readonly href: string;
  /** "slowest first". */
  readonly order: string;
}

interface PanelActionsProps {
  readonly title: string;
  readonly explained: Explained;
  readonly isTable: boolean;
  readonly traces?: TracesDoor | null;
  readonly onTable: () => void;
  readonly onCsv: () => void;
  /** Null while no chart is drawn. */
  readonly onPicture: (() => void) | null;
  /** The panel's own, before those of every frame. */
  readonly children?: ReactNode;
}

/** What can be done with a panel; shown while it is pointed at or holds the focus, and always, in a row of its own, to fingers. */
export function PanelActions({
  title,
  explained,
  isTable,
  traces = null,
  onTable,
  onCsv,
  onPicture,
  children,
}: PanelActionsProps) {
  return (
    <div className="absolute inset-y-0 right-0 flex bg-paper opacity-0 transition-opacity duration-100 group-focus-within/panel:opacity-100 group-hover/panel:opacity-100 touch:static touch:-ml-2 touch:w-full touch:opacity-100">
      {children}
      {traces !== null && (
        <Link
          href={traces.href}
          className={panelActionClasses}
          aria-label={`Traces of this window by ${title}`}
          title={`Open the traces of this window, ${traces.order}`}
        >
          <ListTree aria-hidden className="size-3.5" />
        </Link>
      )}
      <Explanations title={title} {...explained} />
      <PanelAction
        label={`${title} as a table`}
        hint="As a table"
        icon={Table}
        isOn={isTable}
        onAct={onTable}
      />
      <PanelAction label={`${title} as CSV`} hint="Download CSV" icon={Download} onAct={onCsv} />
      {onPicture !== null && (
        <PanelAction label={`${title} as PNG`} hint="Download PNG" icon={Picture} onAct={onPicture} />
      )}
    </div>
  );
}

interface ExplanationsProps extends Explained {
  readonly title: string;
}

/** What the numbers mean, and the queries they come from. */
function Explanations({ title, meaning, queries, needs }: ExplanationsProps) {
  const scripts = needs === undefined ? {} : { needs };
  return (
    <>
      <PopoverButton
        heading="What it means"
        align="end"
        {...scripts}
        className="w-96 max-w-[92vw]"
        face={{
          label: `What ${title} means`,
          title: "Definition",
          className: panelActionClasses,
          children: <Info aria-hidden className="size-3.5" />,
        }}
      >
        {meaning}
      </PopoverButton>
      <PopoverButton
        heading="Queries as sent"
        align="end"
        {...scripts}
        className="w-[560px] max-w-[92vw]"
        face={{
          label: `Queries of ${title}`,
          title: "Queries as sent",
          className: panelActionClasses,
          children: <Code aria-hidden className="size-3.5" />,
        }}
      >
        {queries}
      </PopoverButton>
    </>
  );
}
