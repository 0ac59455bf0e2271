import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { HardwarePage } from "@/components/settings/hardware/hardware-page";

export const metadata: Metadata = { title: pageOf("hardware").title };

export default function Page() {
  return <HardwarePage />;
}
