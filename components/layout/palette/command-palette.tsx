"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { linkTo, useView } from "@/lib/client/url-state";
import { formatRelativeWindow } from "@/lib/format/time";
import { investigationName } from "@/lib/model/investigation/investigation";
import { signals, type SignalId } from "@/lib/model/signals/signals";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { useOpenInvestigation } from "@/lib/client/keys/open-investigation";
import { pageLink } from "@/components/layout/page-link";
import { findMainPage, pages, type Page } from "@/components/layout/pages";
import { relativeWindows } from "@/components/layout/relative-windows";
import { InvestigationItems } from "./investigation-items";
import { groupClasses, itemClasses } from "./palette-classes";
import { scoreMatch } from "./score-match";
import { signalAliases } from "./signal-aliases";
import { TraceItems } from "./trace-items";

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

/** The field and its results. The dialog removes them when it closes, so that the field is empty when it opens again. */
function PaletteContent({ run, onHelp }: ActionsProps) {
  const router = useRouter();
  const [view, setView] = useView();
  const { data } = useQuery(listedDeploymentsQuery);
  const [text, setText] = useState("");
  const window = { from: view.from, to: view.to, live: view.live };
  return (
    <Command label="Search or go to" loop filter={scoreMatch}>
      <Command.Input
        placeholder="Page, panel, deployment, investigation, trace id or time window"
        value={text}
        onValueChange={setText}
        className="h-11 w-full border-b border-rule bg-transparent px-4 text-md outline-none placeholder:text-ink-3"
      />
      <Command.List className="max-h-[60vh] overflow-auto py-1">
        <TraceItems text={text} onOpen={(traceId) => run(() => router.push(`/traces/${traceId}`))} />
        <InvestigationItems
          text={text}
          onOpen={(number) => run(() => router.push(`/investigations/${investigationName(number)}`))}
        />
        <Command.Empty className="px-4 py-6 text-ink-2">No results.</Command.Empty>
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
        <Actions run={run} onHelp={onHelp} />
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
          value={`${title} ${label} ${id} ${signalAliases(id)} panel`}
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
      value={[...new Set([sidebarEntry?.title, title, section, page.paletteText])].filter(Boolean).join(" ")}
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

interface ActionsProps {
  readonly run: (act: () => void) => void;
  readonly onHelp: () => void;
}

function Actions({ run, onHelp }: ActionsProps) {
  const router = useRouter();
  const [view, setView] = useView();
  const { resolvedTheme, setTheme } = useTheme();
  const openInvestigation = useOpenInvestigation();
  const viewParams = { d: view.d, from: view.from, to: view.to, live: view.live };
  return (
    <Command.Group heading="Actions" className={groupClasses}>
      {openInvestigation !== null && (
        <Command.Item className={itemClasses} onSelect={() => run(openInvestigation)}>
          Open investigation
        </Command.Item>
      )}
      <Command.Item
        className={itemClasses}
        value="Events: list, or add a deploy, comment or exclusion"
        onSelect={() => run(() => router.push(linkTo("/signals", { ...viewParams, panel: "events" })))}
      >
        Events
        <span className="text-ink-3">deploys, comments, exclusions</span>
      </Command.Item>
      <Command.Item
        className={itemClasses}
        value="Kiosk mode: show pages in turn on a wall display"
        onSelect={() => run(() => router.push(linkTo("/kiosk", viewParams)))}
      >
        Kiosk mode
        <span className="text-ink-3">show pages in turn on a wall display</span>
      </Command.Item>
      <Command.Item
        className={itemClasses}
        value={view.live ? "Pause live refresh" : "Resume live refresh"}
        onSelect={() => run(() => void setView({ live: view.live ? false : null }))}
      >
        {view.live ? "Pause live refresh" : "Resume live refresh"}
      </Command.Item>
      <Command.Item
        className={itemClasses}
        onSelect={() => run(() => setTheme(resolvedTheme === "dark" ? "light" : "dark"))}
      >
        {resolvedTheme === "dark" ? "Light theme" : "Dark theme"}
      </Command.Item>
      <Command.Item className={itemClasses} onSelect={() => run(onHelp)}>
        Keyboard shortcuts
      </Command.Item>
    </Command.Group>
  );
}
