"use client";

import { buttonClasses } from "@/components/ui/button-classes";

interface FullPageNoticeProps {
  readonly title: string;
  readonly detail: string;
  readonly action?: { readonly label: string; readonly onAct: () => void };
  readonly link?: { readonly label: string; readonly href: string };
}

/**
 * What a whole page says when there is nothing else to show: what, why, what to do. Every page loads it beforehand, three times
 * over (for errors, for the error of all, for what is not there), so it stands on nothing but its classes.
 */
export function FullPageNotice({ title, detail, action, link }: FullPageNoticeProps) {
  return (
    <main className="mx-auto flex max-w-xl flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-ink-2">{detail}</p>
      {action && (
        <button type="button" className={buttonClasses()} onClick={action.onAct}>
          {action.label}
        </button>
      )}
      {link && (
        // A plain link: after a failure the page is better loaded anew, and every page loads this notice beforehand.
        <a className="text-accent hover:underline" href={link.href}>
          {link.label}
        </a>
      )}
    </main>
  );
}
