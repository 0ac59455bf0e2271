import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/settings/settings-tabs";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SettingsTabs />
      {children}
    </>
  );
}
