"use client";

import { useEffect, useRef, type ReactNode } from "react";
import type { PreviewBody } from "@/lib/contracts/discovery";
import { Button } from "@/components/ui/button";
import { DeploymentPreview } from "./deployment-preview";

interface ReviewFormProps {
  /** What is edited, in the plural: "selectors". */
  readonly what: string;
  readonly deployment: { readonly id: string; readonly title: string };
  readonly isBusy: boolean;
  readonly canSave?: boolean;
  /** What would be saved, to be tried before; null where it cannot be tried as it stands. */
  readonly tried: { readonly label: string; readonly body: Omit<PreviewBody, "deployment"> } | null;
  /** In the place of what series would show: of an edit that is none of series. */
  readonly preview?: ReactNode;
  readonly onSave: () => void;
  /** Goes back to what was discovered; null where nobody said otherwise. */
  readonly onForget: (() => void) | null;
  readonly onCancel: () => void;
  /** Beside saving. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every edit of a deployment: its fields, what they would show beside what is shown now, and the ways out. */
export function ReviewForm({
  what,
  deployment,
  isBusy,
  canSave = true,
  tried,
  preview,
  onSave,
  onForget,
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
      aria-label={`${what.charAt(0).toUpperCase()}${what.slice(1)} of ${deployment.title}`}
      className={`${reviewFrame} flex flex-col gap-3`}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave();
      }}
    >
      {children}
      <div className="flex flex-col gap-1">
        {preview ?? <DeploymentPreview label="As it is now" body={{ deployment: deployment.id }} />}
        {tried !== null && (
          <DeploymentPreview label={tried.label} body={{ deployment: deployment.id, ...tried.body }} />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="selected" disabled={isBusy || !canSave}>
          Save {what}
        </Button>
        {actions}
        {onForget !== null && (
          <Button disabled={isBusy} onClick={onForget}>
            Back to what was discovered
          </Button>
        )}
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Where an edit stands, beneath the deployment's line. */
export const reviewFrame = "mt-3 bg-well px-4 py-3";

/** Where an edit begins: its first field, or the whole of it where its fields are yet to come. */
export function firstFieldOf(around: HTMLElement | null): HTMLElement | null {
  return (
    around?.querySelector<HTMLElement>("input, textarea, select") ??
    around?.querySelector<HTMLElement>("form") ??
    around?.closest<HTMLElement>("form") ??
    null
  );
}
