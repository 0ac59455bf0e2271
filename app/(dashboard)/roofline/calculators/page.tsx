import type { Metadata } from "next";
import { CalculatorsPage } from "@/components/roofline/calculators/calculators-page";

export const metadata: Metadata = { title: "Calculators" };

export default function Page() {
  return <CalculatorsPage />;
}
