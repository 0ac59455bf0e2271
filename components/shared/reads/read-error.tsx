import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";

interface ReadErrorProps {
  readonly error: Error;
  /** Noun of what the page still displays, such as `list`. Null if nothing was read before. */
  readonly previousContentNoun: string | null;
  readonly onRetry: () => void;
}

/** Why the latest read of a page failed, with a button that repeats it. */
export function ReadError({ error, previousContentNoun, onRetry }: ReadErrorProps) {
  return (
    <p role="alert" className="mb-4 flex flex-wrap items-center gap-3">
      {toSentence(error.message)}
      {previousContentNoun === null ? "" : ` The previous ${previousContentNoun} is shown.`}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
