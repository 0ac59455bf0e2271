import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useOpenInvestigation } from "@/lib/client/keys/open-investigation";
import { linkTo, useView } from "@/lib/client/url-state";
import { groupClasses, itemClasses } from "./palette-classes";

/** Callbacks of the actions. */
export interface ActionsProps {
  readonly run: (act: () => void) => void;
  readonly onHelp: () => void;
  /** Copies a link with fixed times. Null on a page without a time window. */
  readonly onCopyLink: (() => void) | null;
}

/** Actions that every page offers. */
export function Actions({ run, onHelp, onCopyLink }: ActionsProps) {
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
        value="Add event: deploy, comment or exclusion"
        onSelect={() => run(() => router.push(linkTo("/signals", { ...viewParams, panel: "new-event" })))}
      >
        Add event
        <span className="text-ink-3">now, on Signals</span>
      </Command.Item>
      {onCopyLink !== null && (
        <Command.Item
          className={itemClasses}
          value="Copy link with fixed times: share this window"
          onSelect={onCopyLink}
        >
          Copy link with fixed times
          <span className="text-ink-3">share this window</span>
        </Command.Item>
      )}
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
