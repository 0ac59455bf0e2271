import type { Metadata } from "next";
import { CorrelatePage } from "@/components/signals/correlate/correlate-page";

export const metadata: Metadata = { title: "Correlate" };

export default function Page() {
  return <CorrelatePage />;
}
