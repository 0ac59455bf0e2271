import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { HardwarePage } from "@/components/settings/hardware/hardware-page";

export const metadata: Metadata = { title: getPage("hardware").title };

export default function Page() {
  return <HardwarePage />;
}
