import type { Metadata } from "next";
import { leaveSignIn } from "@/app/require-sign-in";
import { SignInPage } from "@/components/sign-in/sign-in-page";
import { safeReturnPath } from "@/lib/base/sign-in";
import { readEnvironment } from "@/lib/server/environment/env";
import { knowsNoPerson } from "@/lib/server/sessions/person-exists";

export const metadata: Metadata = { title: "Sign in" };

interface PageProps {
  readonly searchParams: Promise<{ readonly from?: string | string[] }>;
}

export default async function Page({ searchParams }: PageProps) {
  const { from } = await searchParams;
  const returnPath = typeof from === "string" ? from : undefined;
  await leaveSignIn(returnPath);
  return (
    <SignInPage
      nextPath={safeReturnPath(returnPath)}
      isSetUp={!knowsNoPerson()}
      providerName={readEnvironment().provider?.name ?? null}
    />
  );
}
