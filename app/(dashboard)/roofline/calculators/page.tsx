import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { CalculatorsPage } from "@/components/roofline/calculators/calculators-page";

export const metadata: Metadata = { title: pageOf("calculators").title };

export default function Page() {
  return <CalculatorsPage />;
}
