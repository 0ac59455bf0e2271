import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface SettingsFrameProps {
  readonly headline: ReactNode;
  /** Why the newest answer is missing, in a sentence; null while nothing is wrong. */
  readonly error: string | null;
  /** Absent where the page has a way of its own to ask again. */
  readonly onRetry?: () => void;
  /** What is read, while nothing has been answered; null once it has. */
  readonly reading: string | null;
  readonly children: ReactNode;
}

/** A page of the settings: its answer as a headline, what is wrong and how to go on, and what it reads while it waits. */
export function SettingsFrame({ headline, error, onRetry, reading, children }: SettingsFrameProps) {
  return (
    <>
      <h1 className="text-2xl font-medium tracking-[-0.01em] text-ink-2">{headline}</h1>
      {error !== null && (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-3">
          {error}
          {onRetry !== undefined && (
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          )}
        </p>
      )}
      {reading !== null && error === null && (
        <p aria-busy className="mt-6 text-ink-2">
          {reading}
        </p>
      )}
      {children}
    </>
  );
}
