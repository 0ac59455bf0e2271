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
  /** True if the page below still shows an earlier result. */
  readonly hasStaleContent?: boolean;
  readonly onRetry: () => void;
}

/**
 * Explains why traces cannot be loaded and what to do. Links to the settings if the deployment has no trace service.
 */
export function TracesPageError({ problem, hasStaleContent = false, onRetry }: TracesPageErrorProps) {
  const untraced = useUntracedDeployment(problem.code);
  if (untraced !== null) return <NoTraceServices {...untraced} />;
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p className="flex items-center gap-2">
        <ShapeMark shape={problem.code === "source-not-ready" ? "loading" : "failed"} />
        {toSentence(problem.detail)}
      </p>
      <p className="text-ink-2">
        {problem.next}{" "}
        {hasStaleContent ? "The results below are from an earlier request." : "Metrics are not affected."}
      </p>
      {problem.code === "not-found" && <SuggestedService />}
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

interface UntracedDeployment {
  readonly slug: string;
  readonly title: string;
  /** False if no trace source is configured. */
  readonly hasSource: boolean;
}

/**
 * Returns the selected deployment if no trace source is configured, or if the deployment has no trace service. Returns
 * null if it has a trace service, if the deployments are still loading, or if the error has a different cause: trace
 * services are unknown until the source has answered.
 */
function useUntracedDeployment(code: Problem["code"] | undefined): UntracedDeployment | null {
  const [{ d }] = useView();
  const hasSource = useHasTraceSource();
  const { data } = useQuery(listedDeploymentsQuery);
  const deployment = data?.deployments.find(({ slug }) => slug === d);
  if (code !== "not-found" || deployment === undefined || (hasSource && deployment.traceServices.length > 0))
    return null;
  return { slug: deployment.slug, title: deployment.title, hasSource };
}

/** Returns the heading of a page whose traces cannot be loaded; null without a problem. */
export function useTracesErrorTitle(
  problem: (Pick<Problem, "title"> & Partial<Pick<Problem, "code">>) | null,
): string | null {
  const untraced = useUntracedDeployment(problem?.code);
  if (problem === null) return null;
  if (untraced === null) return `${problem.title}.`;
  return untraced.hasSource ? `${untraced.title} has no trace service.` : "No trace source is configured.";
}

function NoTraceServices({ slug, hasSource }: UntracedDeployment) {
  if (!hasSource) return <NoTraceSource />;
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p>
        No trace service is mapped to this deployment. Map one in Settings › Deployments. Metrics are not
        affected.
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
        Set <code className="font-mono text-xs">JAEGER_URL</code> to the address of Jaeger&rsquo;s query API,
        or <code className="font-mono text-xs">TEMPO_URL</code> to the address of Grafana Tempo. Then restart
        Ridgepoint. Metrics are not affected.
      </p>
      <Link className="text-accent hover:underline" href="/settings/sources#connect">
        How to connect a source
      </Link>
    </section>
  );
}
