"use client";

import { buttonClasses } from "@/components/ui/button-classes";

interface FullPageNoticeProps {
  readonly title: string;
  readonly detail: string;
  readonly action?: { readonly label: string; readonly onAct: () => void };
  readonly link?: { readonly label: string; readonly href: string };
  /** True inside the page frame, which already has the main landmark. */
  readonly isInFrame?: boolean;
}

/**
 * Full-page error or "not found" notice: what happened, why, and what to do. Every page preloads it, so it depends on
 * nothing but CSS classes.
 */
export function FullPageNotice({ title, detail, action, link, isInFrame = false }: FullPageNoticeProps) {
  const Container = isInFrame ? "div" : "main";
  return (
    <Container className="mx-auto flex max-w-xl flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-ink-2">{detail}</p>
      {action && (
        <button type="button" className={buttonClasses()} onClick={action.onAct}>
          {action.label}
        </button>
      )}
      {link && (
        // A plain link, because a full page load is safer after an error.
        <a className="text-accent hover:underline" href={link.href}>
          {link.label}
        </a>
      )}
    </Container>
  );
}
