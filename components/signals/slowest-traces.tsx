"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { useHasTraceSource } from "@/components/shared/use-trace-source";

interface SlowestTracesProps {
  readonly slug: string;
  readonly href: string;
}

/** The way to the traces behind a page of signals; none where no source of traces is set, nor for a training job, which answers no request that could be traced. */
export function SlowestTraces({ slug, href }: SlowestTracesProps) {
  const { data } = useQuery(deploymentsQuery);
  const hasSource = useHasTraceSource();
  const found = data?.deployments.find((one) => one.slug === slug);
  if (!hasSource) return null;
  if (found?.engine.servesRequests === false) return null;
  return (
    <Link href={href} className="text-accent hover:underline">
      Slowest traces of this window
    </Link>
  );
}
