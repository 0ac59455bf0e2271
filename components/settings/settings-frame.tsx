"use client";

import type { ReactNode } from "react";
import { ConfirmationProvider } from "@/components/shared/forms/confirmation";
import { useLastingError } from "@/components/shared/reads/use-lasting-error";
import { Button } from "@/components/ui/button";

interface SettingsFrameProps {
  readonly headline: ReactNode;
  /** Why the latest request failed, as a sentence. Null if it succeeded. */
  readonly errorText: string | null;
  /** Absent if the page has a different way to retry. */
  readonly onRetry?: () => void;
  /** Loading message. Null after the first response. */
  readonly loadingText: string | null;
  readonly children: ReactNode;
}

/** Frame of a settings page: headline, error with a retry button, and loading message. */
export function SettingsFrame({
  headline,
  errorText: newestErrorText,
  onRetry,
  loadingText,
  children,
}: SettingsFrameProps) {
  const errorText = useLastingError(newestErrorText, loadingText !== null);
  return (
    <>
      <h1 className="text-2xl font-medium tracking-[-0.01em] text-ink-2">{headline}</h1>
      {errorText !== null && (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-3">
          {errorText}
          {onRetry !== undefined && (
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          )}
        </p>
      )}
      {loadingText !== null && errorText === null && (
        <p aria-busy className="mt-6 text-ink-2">
          {loadingText}
        </p>
      )}
      <ConfirmationProvider>{children}</ConfirmationProvider>
    </>
  );
}

interface RefusedSettingsPageProps {
  readonly title: string;
  /** Why the caller may not open the page, in sentences. */
  readonly refusal: string;
}

/** Replaces a settings page that the role of the caller does not include. */
export function RefusedSettingsPage({ title, refusal }: RefusedSettingsPageProps) {
  return (
    <SettingsFrame
      headline={<span className="font-semibold text-ink">{title}</span>}
      errorText={null}
      loadingText={null}
    >
      <p className="mt-6 text-ink-2">{refusal}</p>
    </SettingsFrame>
  );
}
