"use client";

import { Code, Download, Image as Picture, Info, ListTree, Table } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Answer } from "@/lib/model/answer";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Definition } from "./definition";
import { downloadCsv } from "./download-csv";
import { QueryPeek } from "./query-peek";

interface PanelActionsProps {
  readonly title: string;
  readonly answer: Answer;
  readonly isTable: boolean;
  readonly tracesHref: string | null;
  readonly onTable: () => void;
  /** Null while no chart is drawn. */
  readonly onPicture: (() => void) | null;
  /** The panel's own, before those of every frame. */
  readonly children?: ReactNode;
}

/** What can be done with a panel; shown while it is pointed at or holds the focus. */
export function PanelActions({
  title,
  answer,
  isTable,
  tracesHref,
  onTable,
  onPicture,
  children,
}: PanelActionsProps) {
  const trigger =
    "inline-flex size-6 items-center justify-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink";
  return (
    <div className="absolute inset-y-0 right-0 flex bg-paper opacity-0 transition-opacity duration-100 group-focus-within/panel:opacity-100 group-hover/panel:opacity-100">
      {children}
      {tracesHref !== null && (
        <Link
          href={tracesHref}
          className={trigger}
          aria-label={`Traces of this window by ${title}`}
          title="Open the traces of this window, slowest first"
        >
          <ListTree aria-hidden className="size-3.5" />
        </Link>
      )}
      <Popover>
        <PopoverTrigger className={trigger} aria-label={`What ${title} means`} title="Definition">
          <Info aria-hidden className="size-3.5" />
        </PopoverTrigger>
        <PopoverContent align="end" className="w-96 max-w-[92vw]">
          <Definition answer={answer} />
        </PopoverContent>
      </Popover>
      <Popover>
        <PopoverTrigger className={trigger} aria-label={`Queries of ${title}`} title="Queries as sent">
          <Code aria-hidden className="size-3.5" />
        </PopoverTrigger>
        <PopoverContent align="end" className="w-[560px] max-w-[92vw]">
          <QueryPeek answer={answer} />
        </PopoverContent>
      </Popover>
      <button
        type="button"
        className={trigger}
        aria-pressed={isTable}
        aria-label={`${title} as a table`}
        title="As a table"
        onClick={onTable}
      >
        <Table aria-hidden className="size-3.5" />
      </button>
      <button
        type="button"
        className={trigger}
        aria-label={`${title} as CSV`}
        title="Download CSV"
        onClick={() => downloadCsv(title, answer)}
      >
        <Download aria-hidden className="size-3.5" />
      </button>
      {onPicture !== null && (
        <button
          type="button"
          className={trigger}
          aria-label={`${title} as PNG`}
          title="Download PNG"
          onClick={onPicture}
        >
          <Picture aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
