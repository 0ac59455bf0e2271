import { Button } from "@/components/ui/button";
import { ShapeMark } from "@/components/shared/status-mark";

/** In the shape of the map that comes. */
export function FlowSkeleton() {
  return (
    <div aria-busy className="flex flex-wrap items-center gap-16 border-t border-rule py-10">
      <span className="sr-only">Reading traces</span>
      {Array.from({ length: 4 }, (_, place) => (
        <div key={place} className="h-11 w-40 rounded-sm bg-well" />
      ))}
    </div>
  );
}

interface FlowTroubleProps {
  readonly problem: { readonly detail: string; readonly next: string };
  readonly onRetry: () => void;
}

export function FlowTrouble({ problem, onRetry }: FlowTroubleProps) {
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 border-t border-rule py-5">
      <p className="flex items-center gap-2">
        <ShapeMark shape="failed" />
        {problem.detail}.
      </p>
      <p className="text-ink-2">{problem.next} Everything but traces goes on.</p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}
