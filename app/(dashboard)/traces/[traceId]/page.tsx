import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TracePage } from "@/components/traces/trace-page";

export const metadata: Metadata = { title: "Trace" };

export default async function Page({ params }: { readonly params: Promise<{ readonly traceId: string }> }) {
  const { traceId } = await params;
  if (!/^[0-9a-f]{16,32}$/.test(traceId)) notFound();
  return <TracePage traceId={traceId} />;
}
