"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "./copy-text";

type Outcome = "copied" | "refused" | null;

const outcomeText: Readonly<Record<"copied" | "refused", string>> = {
  copied: "Copied",
  refused: "The browser blocked copying. Select the text and copy it.",
};

/**
 * Copies `text` and reports the result. `label` names the copied text. With `isIcon`, only screen readers get the
 * label.
 */
export function CopyButton({
  text,
  label,
  isIcon = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly isIcon?: boolean;
}) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const copy = async (near: HTMLElement): Promise<void> => {
    setOutcome((await copyText(text, near)) ? "copied" : "refused");
  };
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <Button
        variant={isIcon ? "ghost" : "outline"}
        size={isIcon ? "icon-sm" : "sm"}
        {...(isIcon ? { "aria-label": label } : {})}
        onClick={(event) => void copy(event.currentTarget)}
        onBlur={() => setOutcome(null)}
      >
        {isIcon ? <Icon aria-hidden className="size-3" /> : label}
      </Button>
      <span role="status" className={outcome === "refused" || !isIcon ? "text-xs text-ink-2" : "sr-only"}>
        {outcome === null ? "" : outcomeText[outcome]}
      </span>
    </>
  );
}
