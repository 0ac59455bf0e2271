"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { useView } from "@/lib/client/url-state";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { ShapeMark } from "@/components/shared/status-mark";

interface RoomTroubleProps {
  readonly problem: { readonly detail: string; readonly next: string };
  /** What stands below is of an earlier reading: "read", "compared". */
  readonly oldIs?: "read" | "compared" | null;
  readonly onRetry: () => void;
}

/** Why the traces cannot be read, and what to do; of a deployment without trace services, where to name some. */
export function RoomTrouble({ problem, oldIs = null, onRetry }: RoomTroubleProps) {
  const untraced = useUntraced();
  if (untraced !== null) return <Untraced {...untraced} />;
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p className="flex items-center gap-2">
        <ShapeMark shape="failed" />
        {toSentence(problem.detail)}
      </p>
      <p className="text-ink-2">
        {problem.next}{" "}
        {oldIs === null ? "Everything but traces goes on." : `What stands below was ${oldIs} before.`}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

interface UntracedDeployment {
  readonly slug: string;
  readonly title: string;
}

/** The deployment in view, where none of the trace source's services is its own; null where some are, or nobody knows yet. */
export function useUntraced(): UntracedDeployment | null {
  const [{ d }] = useView();
  const { data } = useQuery(listedDeploymentsQuery);
  const own = data?.deployments.find(({ slug }) => slug === d);
  return own === undefined || own.traceServices.length > 0 ? null : own;
}

/** The heading of a page that has no traces to tell of. */
export function untracedTitle({ title }: UntracedDeployment): string {
  return `${title} has no trace service.`;
}

function Untraced({ slug }: UntracedDeployment) {
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p>
        No service of the traces is its own: none is named like it, or a person took them from it. Its metrics
        go on.
      </p>
      <Link
        className="text-accent hover:underline"
        href={`/settings/deployments?${new URLSearchParams({ services: slug }).toString()}`}
      >
        Edit trace services
      </Link>
    </section>
  );
}
