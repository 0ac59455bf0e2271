"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { Problem } from "@/lib/model/problem";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { useView } from "@/lib/client/url-state";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { ShapeMark } from "@/components/shared/status-mark";
import { useHasTraceSource } from "@/components/shared/use-trace-source";
import { SuggestedService } from "./suggested-service";

interface TracesPageErrorProps {
  readonly problem: Pick<Problem, "detail" | "next"> & Partial<Pick<Problem, "code">>;
  /** What stands below is of an earlier reading: "read", "compared". */
  readonly staleContent?: "read" | "compared" | null;
  readonly onRetry: () => void;
}

/** Why the traces cannot be read, and what to do; of a deployment without trace services, where to name some. */
export function TracesPageError({ problem, staleContent = null, onRetry }: TracesPageErrorProps) {
  const untraced = useUntracedDeployment();
  if (untraced !== null) return <NoTraceServices {...untraced} />;
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p className="flex items-center gap-2">
        <ShapeMark shape="failed" />
        {toSentence(problem.detail)}
      </p>
      <p className="text-ink-2">
        {problem.next}{" "}
        {staleContent === null
          ? "Everything but traces goes on."
          : `What stands below was ${staleContent} before.`}
      </p>
      {problem.code === "not-found" && <SuggestedService />}
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

interface UntracedDeployment {
  readonly slug: string;
  readonly title: string;
  /** False where no trace of anything can be had. */
  readonly hasSource: boolean;
}

/** The deployment in view, where no source of traces is set or none of its services is its own; null where some are, or nobody knows yet. */
export function useUntracedDeployment(): UntracedDeployment | null {
  const [{ d }] = useView();
  const hasSource = useHasTraceSource();
  const { data } = useQuery(listedDeploymentsQuery);
  const deployment = data?.deployments.find(({ slug }) => slug === d);
  if (deployment === undefined || (hasSource && deployment.traceServices.length > 0)) return null;
  return { slug: deployment.slug, title: deployment.title, hasSource };
}

/** The heading of a page that has no traces to tell of. */
export function untracedTitle({ title, hasSource }: UntracedDeployment): string {
  return hasSource ? `${title} has no trace service.` : "No source of traces is set.";
}

function NoTraceServices({ slug, hasSource }: UntracedDeployment) {
  if (!hasSource) return <NoTraceSource />;
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

function NoTraceSource() {
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p>
        Start Ridgepoint with <code className="font-mono text-xs">JAEGER_URL</code>, the address of
        Jaeger&rsquo;s query API, or with <code className="font-mono text-xs">TEMPO_URL</code>, that of
        Grafana Tempo. Metrics go on without.
      </p>
      <Link className="text-accent hover:underline" href="/settings/sources#connect">
        How sources are connected
      </Link>
    </section>
  );
}
