import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { SignalsPage } from "@/components/signals/signals-page";

export const metadata: Metadata = { title: "Signals" };

export default function Page() {
  return (
    <KnownScope>
      <SignalsPage />
    </KnownScope>
  );
}
