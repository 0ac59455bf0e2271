import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { SweepPage } from "@/components/roofline/sweep/sweep-page";
import { KnownScope } from "@/components/shared/scope/known-scope";

export const metadata: Metadata = { title: getPage("sweep").title };

export default function Page() {
  return (
    <KnownScope>
      <SweepPage />
    </KnownScope>
  );
}
