import { endSentence } from "@/lib/base/end-sentence";

interface PreviewPendingProps {
  /** Null while the preview is loading. */
  readonly error: Error | null;
  readonly loadingText: string;
}

/** Shown instead of a preview while it is loading or if it failed. */
export function PreviewPending({ error, loadingText }: PreviewPendingProps) {
  return error === null ? (
    <p aria-busy className="text-xs text-ink-2">
      {loadingText}
    </p>
  ) : (
    <p role="alert" className="text-xs text-bad">
      The preview failed: {endSentence(error.message)}
    </p>
  );
}
