import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { preload } from "react-dom";
import { traceAddress, traceAskOf } from "@/lib/client/trace-address";
import { TracePage } from "@/components/traces/trace-page";

export const metadata: Metadata = { title: "Trace" };

interface PageProps {
  readonly params: Promise<{ readonly traceId: string }>;
  readonly searchParams: Promise<{ readonly [name: string]: string | readonly string[] | undefined }>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { traceId } = await params;
  if (!/^[0-9a-f]{16,32}$/.test(traceId)) notFound();
  // The trace is on its way while the page's scripts still come.
  preload(traceAddress(traceId, traceAskOf(await searchParams)), { as: "fetch", crossOrigin: "anonymous" });
  return <TracePage traceId={traceId} />;
}
