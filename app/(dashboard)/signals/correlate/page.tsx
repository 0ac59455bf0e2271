import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { CorrelatePage } from "@/components/signals/correlate/correlate-page";

export const metadata: Metadata = { title: "Correlate" };

export default function Page() {
  return (
    <KnownScope>
      <CorrelatePage />
    </KnownScope>
  );
}
