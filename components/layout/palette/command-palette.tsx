"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { linkTo, useView } from "@/lib/client/url-state";
import { formatRelativeWindow } from "@/lib/format/time";
import { investigationName } from "@/lib/model/investigation/investigation";
import { signals, type SignalId } from "@/lib/model/signals/signals";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { copyText } from "@/components/shared/copy/copy-text";
import { pageLink } from "@/components/layout/page-link";
import { findMainPage, pages, type Page } from "@/components/layout/pages";
import { relativeWindows } from "@/components/layout/window/relative-windows";
import { Actions, type ActionsProps } from "./actions";
import { CopiedLinkStatus, type CopiedLink } from "./copied-link-status";
import { InvestigationItems } from "./investigation-items";
import { PageActionItems } from "./page-action-items";
import { groupClasses, itemClasses } from "./palette-classes";
import { scoreMatch } from "./score-match";
import { createSignalText, getPageAliases } from "./signal-aliases";
import { TraceItems } from "./trace-items";
import { useFixedLink } from "./use-fixed-link";

interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onHelp: () => void;
}

/** Search field for pages, deployments, investigations, time windows and actions. */
export function CommandPalette({ isOpen, onOpenChange, onHelp }: CommandPaletteProps) {
  const run = (act: () => void): void => {
    onOpenChange(false);
    act();
  };
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogTitle className="sr-only">Search or go to</DialogTitle>
        <PaletteContent run={run} onHelp={onHelp} />
      </DialogContent>
    </Dialog>
  );
}

const hasWindowPicker = (): boolean =>
  document.querySelector('#shell-header [aria-label="Time window"]') !== null;

/** The field and its results. The dialog removes them when it closes, so that the field is empty when it opens again. */
function PaletteContent({ run, onHelp }: Pick<ActionsProps, "run" | "onHelp">) {
  const router = useRouter();
  const [hasWindow] = useState(hasWindowPicker);
  const field = useRef<HTMLInputElement>(null);
  const createFixedLink = useFixedLink();
  const [copied, setCopied] = useState<CopiedLink | null>(null);
  // The palette stays open, because it confirms the copy.
  const copyLink = async (): Promise<void> => {
    const link = createFixedLink();
    setCopied({ link, isCopied: await copyText(link, field.current ?? document.body) });
  };
  const [view, setView] = useView();
  const { data } = useQuery(listedDeploymentsQuery);
  const [text, setText] = useState("");
  const window = { from: view.from, to: view.to, live: view.live };
  return (
    <Command label="Search or go to" loop filter={scoreMatch}>
      <Command.Input
        ref={field}
        placeholder="Page, panel, action, deployment, investigation, trace id or time window"
        value={text}
        onValueChange={setText}
        className="h-11 w-full border-b border-rule bg-transparent px-4 text-md outline-none placeholder:text-ink-3"
      />
      <CopiedLinkStatus copied={copied} />
      <Command.List className="max-h-[60vh] overflow-auto py-1">
        <TraceItems text={text} onOpen={(traceId) => run(() => router.push(`/traces/${traceId}`))} />
        <InvestigationItems
          text={text}
          onOpen={(number) => run(() => router.push(`/investigations/${investigationName(number)}`))}
        />
        <Command.Empty className="px-4 py-6 text-ink-2">No results.</Command.Empty>
        <PageActionItems isSearching={text !== ""} run={run} onCompare={(cmp) => void setView({ cmp })} />
        <Command.Group heading="Pages" className={groupClasses}>
          {pages.map((page) => (
            <PageItem key={page.id} page={page} onOpen={() => run(() => router.push(pageLink(page, view)))} />
          ))}
        </Command.Group>
        <Command.Group heading="Deployments" className={groupClasses}>
          {data?.deployments.map((deployment) => (
            <Command.Item
              key={deployment.slug}
              value={`${deployment.title} ${deployment.model}`}
              className={itemClasses}
              onSelect={() => run(() => router.push(linkTo("/signals", { d: deployment.slug, ...window })))}
            >
              {deployment.title}
              <span className="text-ink-3">{deployment.engine.title}</span>
            </Command.Item>
          ))}
        </Command.Group>
        {text !== "" && (
          <PanelItems
            onOpen={(signal) =>
              run(() => router.push(`${linkTo("/signals", { d: view.d, ...window })}#signal-${signal}`))
            }
          />
        )}
        <WindowItems onChoose={(from) => run(() => void setView({ from, to: "now" }))} />
        <Actions run={run} onHelp={onHelp} onCopyLink={hasWindow ? () => void copyLink() : null} />
      </Command.List>
    </Command>
  );
}

function WindowItems({ onChoose }: { readonly onChoose: (from: string) => void }) {
  return (
    <Command.Group heading="Time window" className={groupClasses}>
      {relativeWindows.map((from) => (
        <Command.Item
          key={from}
          value={formatRelativeWindow(from, "now") ?? from}
          className={itemClasses}
          onSelect={() => onChoose(from)}
        >
          {formatRelativeWindow(from, "now")}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** Panels of the Signals page by the names and aliases of their signal. Shown only while something is typed. */
function PanelItems({ onOpen }: { readonly onOpen: (signal: SignalId) => void }) {
  return (
    <Command.Group heading="Panels" className={groupClasses}>
      {signals.map(({ id, title, label }) => (
        <Command.Item
          key={id}
          value={createSignalText({ id, title, label })}
          className={itemClasses}
          onSelect={() => onOpen(id)}
        >
          {title}
          <span className="text-ink-3">panel on Signals</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

interface PageItemProps {
  readonly page: Page;
  readonly onOpen: () => void;
}

/** Main pages have an icon, other pages an explanation or the name of their section. */
function PageItem({ page, onOpen }: PageItemProps) {
  const { title, sidebarEntry } = page;
  const section = findMainPage(page)?.sidebarEntry.title;
  const paletteText = page.paletteText ?? section;
  return (
    <Command.Item
      className={itemClasses}
      value={[...new Set([sidebarEntry?.title, title, section, page.paletteText, getPageAliases(page.id)])]
        .filter(Boolean)
        .join(" ")}
      onSelect={onOpen}
    >
      {sidebarEntry === undefined ? (
        <span className="size-4" />
      ) : (
        <sidebarEntry.icon aria-hidden className="size-4 text-ink-3" />
      )}
      {sidebarEntry?.title ?? title}
      {paletteText !== undefined && <span className="text-ink-3">{paletteText}</span>}
    </Command.Item>
  );
}
