interface PreviewPendingProps {
  /** Null while the preview is loading. */
  readonly error: Error | null;
  readonly reading: string;
}

/** Shown instead of a preview while it is loading or if it failed. */
export function PreviewPending({ error, reading }: PreviewPendingProps) {
  return error === null ? (
    <p aria-busy className="text-xs text-ink-2">
      {reading}
    </p>
  ) : (
    <p role="alert" className="text-xs text-bad">
      The preview failed: {error.message}.
    </p>
  );
}
