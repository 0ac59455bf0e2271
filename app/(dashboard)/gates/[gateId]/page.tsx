import type { Metadata } from "next";
import { GatePage } from "@/components/gates/gate-page";

export const metadata: Metadata = { title: "Gate run" };

interface PageProps {
  readonly params: Promise<{ readonly gateId: string }>;
}

export default async function Page({ params }: PageProps) {
  const { gateId } = await params;
  return <GatePage gateId={gateId} />;
}
