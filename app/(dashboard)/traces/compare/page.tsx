import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { ComparePage } from "@/components/traces/comparison/compare-page";

export const metadata: Metadata = { title: "Compare traces" };

export default function Page() {
  return (
    <KnownScope>
      <ComparePage />
    </KnownScope>
  );
}
