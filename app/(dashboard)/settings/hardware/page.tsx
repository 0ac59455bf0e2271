import type { Metadata } from "next";
import { HardwarePage } from "@/components/settings/hardware/hardware-page";

export const metadata: Metadata = { title: "Hardware and models" };

export default function Page() {
  return <HardwarePage />;
}
