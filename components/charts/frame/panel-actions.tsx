"use client";

import { Code, Download, Image as Picture, Info, ListTree, Table } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Answer } from "@/lib/model/answer";
import { firstUse } from "@/components/ui/first-use";
import { PopoverButton } from "@/components/ui/popover-button";
import { PanelAction, panelActionClasses } from "./panel-action";

/** The dictionary's words and what shows the queries: they come with the first opening, never with the page. */
const explanations = firstUse(() => import("./panel-explanations"));
const Definition = dynamic(() => explanations.fetch().then((module) => module.Definition), { ssr: false });
const QueryPeek = dynamic(() => explanations.fetch().then((module) => module.QueryPeek), { ssr: false });

/** Where the requests behind a panel's numbers are listed. */
export interface TracesDoor {
  readonly href: string;
  /** "slowest first". */
  readonly order: string;
}

interface PanelActionsProps {
  readonly title: string;
  readonly answer: Answer;
  readonly isTable: boolean;
  readonly traces: TracesDoor | null;
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
  answer,
  isTable,
  traces,
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
      <Explanations title={title} answer={answer} />
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

interface ExplanationsProps {
  readonly title: string;
  readonly answer: Answer;
}

/** What the numbers mean, and the queries they come from. */
function Explanations({ title, answer }: ExplanationsProps) {
  return (
    <>
      <PopoverButton
        heading="What it means"
        align="end"
        needs={explanations}
        className="w-96 max-w-[92vw]"
        face={{
          label: `What ${title} means`,
          title: "Definition",
          className: panelActionClasses,
          children: <Info aria-hidden className="size-3.5" />,
        }}
      >
        {() => <Definition answer={answer} />}
      </PopoverButton>
      <PopoverButton
        heading="Queries as sent"
        align="end"
        needs={explanations}
        className="w-[560px] max-w-[92vw]"
        face={{
          label: `Queries of ${title}`,
          title: "Queries as sent",
          className: panelActionClasses,
          children: <Code aria-hidden className="size-3.5" />,
        }}
      >
        {() => <QueryPeek answer={answer} />}
      </PopoverButton>
    </>
  );
}
