import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { ShapeMark } from "@/components/shared/status-mark";

interface PageErrorProps {
  readonly detail: string;
  /** True if the page still shows older data. */
  readonly hasOlderData: boolean;
  readonly onRetry: () => void;
}

/** Shows why the roofline cannot be read and what to do. */
export function PageError({ detail, hasOlderData, onRetry }: PageErrorProps) {
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 pb-4">
      <p className="flex items-center gap-2">
        <ShapeMark shape="failed" />
        {toSentence(detail)}
      </p>
      <p className="text-ink-2">
        The page retries automatically.{hasOlderData && " The data below is from an earlier response."}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}
