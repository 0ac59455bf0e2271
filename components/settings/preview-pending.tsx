interface PreviewPendingProps {
  /** Null while it is being tried. */
  readonly error: Error | null;
  readonly reading: string;
}

/** In the place of what an edit would show, until that is known. */
export function PreviewPending({ error, reading }: PreviewPendingProps) {
  return error === null ? (
    <p aria-busy className="text-xs text-ink-2">
      {reading}
    </p>
  ) : (
    <p role="alert" className="text-xs text-bad">
      It could not be tried: {error.message}.
    </p>
  );
}
