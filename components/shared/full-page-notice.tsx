"use client";

import { Button } from "@/components/ui/button";

interface FullPageNoticeProps {
  readonly title: string;
  readonly detail: string;
  readonly action?: { readonly label: string; readonly onAct: () => void };
  readonly link?: { readonly label: string; readonly href: string };
}

/** What a whole page says when there is nothing else to show: what, why, what to do. */
export function FullPageNotice({ title, detail, action, link }: FullPageNoticeProps) {
  return (
    <main className="mx-auto flex max-w-xl flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-ink-2">{detail}</p>
      {action && <Button onClick={action.onAct}>{action.label}</Button>}
      {link && (
        // A plain link: after a failure the page is better loaded anew, and every page loads this notice beforehand.
        <a className="text-accent hover:underline" href={link.href}>
          {link.label}
        </a>
      )}
    </main>
  );
}
