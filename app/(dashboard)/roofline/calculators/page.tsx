import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { CalculatorsPage } from "@/components/roofline/calculators/calculators-page";

export const metadata: Metadata = { title: getPage("calculators").title };

export default function Page() {
  return <CalculatorsPage />;
}
