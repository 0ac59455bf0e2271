import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { ProviderCallback } from "@/components/sign-in/provider-callback";
import { readEnvironment } from "@/lib/server/environment/env";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page() {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  const { provider } = readEnvironment();
  if (provider === undefined) notFound();
  return <ProviderCallback providerName={provider.name} />;
}
