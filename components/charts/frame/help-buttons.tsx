"use client";

import { Code, Info } from "lucide-react";
import type { ReactNode } from "react";
import type { LazyPart } from "@/components/ui/lazy-part";
import { PopoverButton } from "@/components/ui/popover-button";
import { panelActionClasses } from "./panel-action";

/** Content of a panel's popovers: definition and queries. */
export interface PanelHelp {
  readonly renderMeaning: () => ReactNode;
  readonly renderQueries: () => ReactNode;
  /** Code of the popovers, loaded when one of them is first opened. Absent if the code is part of the page. */
  readonly contentPart?: LazyPart<unknown>;
}

interface HelpButtonsProps extends PanelHelp {
  readonly title: string;
}

/** Popovers with the definition of the signals and the queries. */
export function HelpButtons({ title, renderMeaning, renderQueries, contentPart }: HelpButtonsProps) {
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
