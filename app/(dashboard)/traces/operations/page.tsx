import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/known-scope";
import { OperationsPage } from "@/components/traces/study/operations-page";

export const metadata: Metadata = { title: "Operations" };

export default function Page() {
  return (
    <KnownScope>
      <OperationsPage />
    </KnownScope>
  );
}
