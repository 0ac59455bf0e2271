import { fixLinkTimes } from "./fixed-link";
import type { WindowExpression } from "@/lib/model/time-window";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { fieldClasses } from "@/components/ui/field";
import type { DataFreshness } from "@/components/layout/freshness";
import { CopyButton } from "@/components/shared/copy/copy-button";

interface FixedLinkFieldProps {
  readonly window: WindowExpression;
  /** Its time of the server is the end of a window up to now. Null if the page reports none. */
  readonly freshness: DataFreshness | null;
}

/** Shows the link to the open page with the times of its window, and copies it. */
export function FixedLinkField({ window: displayed, freshness }: FixedLinkFieldProps) {
  // The link does not move while the field is open.
  const [link] = useState(() =>
    fixLinkTimes(window.location.href, displayed, freshness?.serverNowMs ?? Date.now()),
  );
  return <LinkField link={link} />;
}

/** Field with a link, and the button that copies it. */
export function LinkField({ link }: { readonly link: string }) {
  return (
    <div className="flex items-end gap-1">
      <label className="flex min-w-0 flex-1 flex-col gap-1 text-xs text-ink-2">
        Link with fixed times
        <input
          readOnly
          value={link}
          className={cn(fieldClasses, "w-full font-mono text-2xs")}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <CopyButton text={link} label="Copy link with fixed times" isIcon />
    </div>
  );
}
