"use client";

import type { LiveCheck } from "@/lib/contracts/investigations/live-evidence";
import { toSentence } from "@/lib/format/sentence";
import { formatDateTimeWithOptionalYear } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { useLiveCheck, type LiveCheckSubject } from "./use-live-check";

interface LiveNoteProps extends LiveCheckSubject {
  readonly name: string;
  readonly asOfMs: number;
  readonly isLive: boolean;
  readonly onToggle: () => void;
}

/** States how the present data of the source differ from the stored data, with the button that shows them. */
export function LiveNote({ name, asOfMs, isLive, onToggle, ...subject }: LiveNoteProps) {
  const timeZone = useTimeZone();
  const { check, error } = useLiveCheck(subject);
  if (check === null)
    return error === null ? null : (
      <p className="pt-1 text-ink-2 print:hidden">
        The live source could not be checked. {toSentence(error.message)}
      </p>
    );
  return (
    <p className="pt-1 wrap-anywhere">
      {isolateDirection(check.sentence)}{" "}
      <span className="tnum text-2xs text-ink-2">
        <ZonedText>
          Checked {formatDateTimeWithOptionalYear(check.readAtMs, { timeZone, referenceMs: asOfMs })}
        </ZonedText>
      </span>
      {(hasLiveAnswer(check) || isLive) && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-1 print:hidden"
          aria-label={`${isLive ? "Show copy" : "Show live"} of ${name}`}
          onClick={onToggle}
        >
          {isLive ? "Show copy" : "Show live"}
        </Button>
      )}
    </p>
  );
}

/** An answer that equals the copy needs no second drawing. */
function hasLiveAnswer({ state }: LiveCheck): boolean {
  return state === "differs" || state === "not-comparable";
}
