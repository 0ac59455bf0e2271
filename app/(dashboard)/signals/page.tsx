import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { SignalsPage } from "@/components/signals/signals-page";

export const metadata: Metadata = { title: pageOf("signals").title };

export default function Page() {
  return (
    <KnownScope>
      <SignalsPage />
    </KnownScope>
  );
}
