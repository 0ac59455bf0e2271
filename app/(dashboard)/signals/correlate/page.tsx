import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { CorrelatePage } from "@/components/signals/correlate/correlate-page";

export const metadata: Metadata = { title: pageOf("correlate").title };

export default function Page() {
  return (
    <KnownScope>
      <CorrelatePage />
    </KnownScope>
  );
}
