import type { ReactNode } from "react";
import { SectionTabs } from "@/components/layout/section-tabs";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SectionTabs label="Settings" className="mb-6" isWide />
      {children}
    </>
  );
}
