"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { useHasTraceSource } from "@/components/shared/use-trace-source";

interface SlowestTracesProps {
  readonly slug: string;
  readonly href: string;
}

/**
 * Link to the traces of the page's window. Absent without a trace source, and for training jobs, which serve no
 * requests.
 */
export function SlowestTracesLink({ slug, href }: SlowestTracesProps) {
  const { data } = useQuery(deploymentsQuery);
  const hasSource = useHasTraceSource();
  const found = data?.deployments.find((one) => one.slug === slug);
  if (!hasSource) return null;
  if (found?.engine.servesRequests === false) return null;
  return (
    <Link href={href} className="flex items-center text-accent hover:underline">
      Slowest traces in this window
    </Link>
  );
}
