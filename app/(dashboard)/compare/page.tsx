import type { Metadata } from "next";
import { ComparePage } from "@/components/compare/compare-page";
import { getPage } from "@/components/layout/pages";

export const metadata: Metadata = { title: getPage("compare-sides").title };

export default function Page() {
  return <ComparePage />;
}
