import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/known-scope";
import { TracesPage } from "@/components/traces/traces-page";

export const metadata: Metadata = { title: "Traces" };

export default function Page() {
  return (
    <KnownScope>
      <TracesPage />
    </KnownScope>
  );
}
