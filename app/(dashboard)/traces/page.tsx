import type { Metadata } from "next";
import { TracesPage } from "@/components/traces/traces-page";

export const metadata: Metadata = { title: "Traces" };

export default function Page() {
  return <TracesPage />;
}
