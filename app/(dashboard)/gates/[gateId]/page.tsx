import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GatePage } from "@/components/gates/gate-page";

export const metadata: Metadata = { title: "Gate run" };

interface PageProps {
  readonly params: Promise<{ readonly gateId: string }>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export default async function Page({ params }: PageProps) {
  const { gateId } = await params;
  if (!uuid.test(gateId)) notFound();
  return <GatePage gateId={gateId} />;
}
