"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { deploymentsQuery } from "@/lib/client/queries/deployments";

interface SlowestTracesProps {
  readonly slug: string;
  readonly href: string;
}

/** The way to the traces behind a page of signals; none for a training job, which answers no request that could be traced. */
export function SlowestTraces({ slug, href }: SlowestTracesProps) {
  const { data } = useQuery(deploymentsQuery);
  const found = data?.deployments.find((one) => one.slug === slug);
  if (found?.engine.servesRequests === false) return null;
  return (
    <Link href={href} className="text-accent hover:underline">
      Slowest traces of this window
    </Link>
  );
}
