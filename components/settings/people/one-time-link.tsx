import { CopyButton } from "@/components/shared/copy/copy-button";

interface OneTimeLinkProps {
  readonly url: string;
  /** Names the link for screen readers. */
  readonly label: string;
  readonly hint: string;
}

/** A link that may be used once, which is shown only after it was created. */
export function OneTimeLink({ url, label, hint }: OneTimeLinkProps) {
  return (
    <div role="status" aria-label={label} className="flex flex-wrap items-center gap-2 pt-2 text-xs">
      <code className="font-mono break-all">{url}</code>
      <CopyButton text={url} label={`Copy ${label.toLowerCase()}`} />
      <p className="basis-full text-2xs text-ink-2">{hint}</p>
    </div>
  );
}
