"use client";

import { useEffect, useRef, type ReactNode } from "react";
import type { PreviewBody } from "@/lib/contracts/discovery";
import { Button } from "@/components/ui/button";
import { DeploymentPreview } from "./deployment-preview";

interface ReviewFormProps {
  /** Name of the edited items in the plural, for example "selectors". */
  readonly subject: string;
  readonly deployment: { readonly id: string; readonly title: string };
  readonly isBusy: boolean;
  readonly canSave?: boolean;
  /** Values to preview before saving. Null if the input is invalid. */
  readonly proposed: { readonly label: string; readonly body: Omit<PreviewBody, "deployment"> } | null;
  /** Replaces the default preview of series. */
  readonly preview?: ReactNode;
  readonly onSave: () => void;
  /** Restores the discovered values. Null if nothing was edited. */
  readonly onReset: (() => void) | null;
  readonly onCancel: () => void;
  /** Additional buttons next to "Save". */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of every edit form of a deployment: fields, a preview of the current and the edited values, and buttons. */
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
    // The form may load after its menu has closed and returned the focus to the menu button.
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
        {preview ?? <DeploymentPreview label="Current values" body={{ deployment: deployment.id }} />}
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
            Restore discovered values
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Frame of an edit form below the row of the deployment. */
export const reviewFrame = "mt-3 bg-well px-4 py-3";

/** Returns the element to focus: the first field, or the form if its fields are not loaded yet. */
export function firstFieldOf(container: HTMLElement | null): HTMLElement | null {
  return (
    container?.querySelector<HTMLElement>("input, textarea, select") ??
    container?.querySelector<HTMLElement>("form") ??
    container?.closest<HTMLElement>("form") ??
    null
  );
}
