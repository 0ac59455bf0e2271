import { formatWindow } from "@/lib/format/time";
import { LinkField } from "@/components/layout/window/fixed-link-field";
import { useTimeZone } from "@/components/shared/use-time-zone";

/** Result of copying a link. */
export interface CopiedLink {
  readonly link: string;
  /** False if the browser refused to copy. */
  readonly isCopied: boolean;
}

/** Confirms that a link was copied. If the browser refused, shows the link in a field. */
export function CopiedLinkStatus({ copied }: { readonly copied: CopiedLink | null }) {
  const timeZone = useTimeZone();
  return (
    <div className={copied === null ? undefined : "flex flex-col gap-1 border-b border-rule px-4 py-2"}>
      <span role="status" className="text-xs text-ink-2">
        {copied === null ? "" : outcomeText(copied, timeZone)}
      </span>
      {copied !== null && !copied.isCopied && <LinkField link={copied.link} />}
    </div>
  );
}

function outcomeText({ link, isCopied }: CopiedLink, timeZone: string): string {
  if (!isCopied) return "The browser blocked copying. Select the link and copy it.";
  const { searchParams } = new URL(link);
  const [startMs, endMs] = [Number(searchParams.get("from")), Number(searchParams.get("to"))];
  return `Copied. The link opens ${formatWindow(startMs, endMs, timeZone)}.`;
}
