import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { CorrelatePage } from "@/components/signals/correlate/correlate-page";

export const metadata: Metadata = { title: getPage("correlate").title };

export default function Page() {
  return (
    <KnownScope>
      <CorrelatePage />
    </KnownScope>
  );
}
