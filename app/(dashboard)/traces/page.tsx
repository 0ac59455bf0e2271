import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { TracesPage } from "@/components/traces/traces-page";

export const metadata: Metadata = { title: "Traces" };

export default function Page() {
  return (
    <KnownScope>
      <TracesPage />
    </KnownScope>
  );
}
