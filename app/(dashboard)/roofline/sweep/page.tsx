import type { Metadata } from "next";
import { SweepPage } from "@/components/roofline/sweep/sweep-page";
import { KnownScope } from "@/components/shared/scope/known-scope";

export const metadata: Metadata = { title: "Batch sweep" };

export default function Page() {
  return (
    <KnownScope>
      <SweepPage />
    </KnownScope>
  );
}
