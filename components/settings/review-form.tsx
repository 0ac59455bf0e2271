"use client";

import { useEffect, useRef, type ReactNode } from "react";
import type { PreviewBody } from "@/lib/contracts/discovery";
import { Button } from "@/components/ui/button";
import { DeploymentPreview } from "./deployment-preview";

interface ReviewFormProps {
  /** What is edited, in the plural: "selectors". */
  readonly subject: string;
  readonly deployment: { readonly id: string; readonly title: string };
  readonly isBusy: boolean;
  readonly canSave?: boolean;
  /** What would be saved, to be tried before; null where it cannot be tried as it stands. */
  readonly proposed: { readonly label: string; readonly body: Omit<PreviewBody, "deployment"> } | null;
  /** In the place of what series would show: of an edit that is none of series. */
  readonly preview?: ReactNode;
  readonly onSave: () => void;
  /** Goes back to what was discovered; null where nobody said otherwise. */
  readonly onReset: (() => void) | null;
  readonly onCancel: () => void;
  /** Beside saving. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every edit of a deployment: its fields, what they would show beside what is shown now, and the ways out. */
export function ReviewForm({
  subject,
  deployment,
  isBusy,
  canSave = true,
  proposed,
  preview,
  onSave,
  onReset,
  onCancel,
  actions,
  children,
}: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // An edit may come when the menu that opened it has closed long since, and has given the focus back to its button.
    if (form.current?.contains(document.activeElement) === false) firstFieldOf(form.current)?.focus();
  }, []);
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label={`${subject.charAt(0).toUpperCase()}${subject.slice(1)} of ${deployment.title}`}
      className={`${reviewFrame} flex flex-col gap-3`}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave();
      }}
    >
      {children}
      <div className="flex flex-col gap-1">
        {preview ?? <DeploymentPreview label="As it is now" body={{ deployment: deployment.id }} />}
        {proposed !== null && (
          <DeploymentPreview label={proposed.label} body={{ deployment: deployment.id, ...proposed.body }} />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="selected" disabled={isBusy || !canSave}>
          Save {subject}
        </Button>
        {actions}
        {onReset !== null && (
          <Button disabled={isBusy} onClick={onReset}>
            Back to what was discovered
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Where an edit stands, beneath the deployment's line. */
export const reviewFrame = "mt-3 bg-well px-4 py-3";

/** Where an edit begins: its first field, or the whole of it where its fields are yet to come. */
export function firstFieldOf(container: HTMLElement | null): HTMLElement | null {
  return (
    container?.querySelector<HTMLElement>("input, textarea, select") ??
    container?.querySelector<HTMLElement>("form") ??
    container?.closest<HTMLElement>("form") ??
    null
  );
}
