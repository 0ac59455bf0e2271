"use client";

import { Code, Info, type LucideIcon } from "lucide-react";
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
  const part = contentPart === undefined ? {} : { contentPart };
  return (
    <>
      <HelpPopover
        {...part}
        heading="Definition"
        label={`Definition of ${title}`}
        icon={Info}
        className="w-96 max-w-[92vw]"
      >
        {renderMeaning}
      </HelpPopover>
      <HelpPopover
        {...part}
        heading="Queries sent"
        label={`Queries of ${title}`}
        icon={Code}
        className="w-[560px] max-w-[92vw]"
      >
        {renderQueries}
      </HelpPopover>
    </>
  );
}

interface HelpPopoverProps extends Pick<PanelHelp, "contentPart"> {
  readonly heading: string;
  /** Accessible name of the button. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** Width of the popover. */
  readonly className: string;
  readonly children: () => ReactNode;
}

function HelpPopover({ label, icon: Icon, children, ...popover }: HelpPopoverProps) {
  return (
    <PopoverButton
      {...popover}
      align="end"
      triggerProps={{
        label,
        title: popover.heading,
        className: panelActionClasses,
        children: <Icon aria-hidden className="size-3.5" />,
      }}
    >
      {children}
    </PopoverButton>
  );
}
