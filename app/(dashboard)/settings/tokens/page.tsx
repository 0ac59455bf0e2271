import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { TokensPage } from "@/components/settings/tokens/tokens-page";

export const metadata: Metadata = { title: getPage("tokens").title };

export default function Page() {
  return <TokensPage />;
}
