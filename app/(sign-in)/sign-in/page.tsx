import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirectIfSignedIn } from "@/app/visitor/require-sign-in";
import { SecurePage } from "@/app/(sign-in)/secure-page";
import { SignInPage } from "@/components/sign-in/sign-in-page";
import { kioskPath, safeReturnPath } from "@/lib/base/sign-in";
import { readEnvironment } from "@/lib/server/environment/env";
import { readDisplayToken } from "@/lib/server/sessions/display-cookie";
import { isKnownToHaveNoPerson } from "@/lib/server/sessions/person-exists";

export const metadata: Metadata = { title: "Sign in" };

const endedDisplayText =
  "The link of this wall display was revoked or has expired. Ask an editor for a new link, or sign in.";

interface PageProps {
  readonly searchParams: Promise<{ readonly from?: string | string[] }>;
}

export default async function Page({ searchParams }: PageProps) {
  const { from } = await searchParams;
  const returnPath = typeof from === "string" ? from : undefined;
  await redirectIfSignedIn(returnPath);
  const isEndedDisplay =
    returnPath?.startsWith(kioskPath) === true && readDisplayToken(await headers()) !== undefined;
  return (
    <SecurePage>
      <SignInPage
        nextPath={safeReturnPath(returnPath)}
        isSetUp={!isKnownToHaveNoPerson()}
        providerName={readEnvironment().provider?.name ?? null}
        introduction={isEndedDisplay ? endedDisplayText : null}
      />
    </SecurePage>
  );
}
