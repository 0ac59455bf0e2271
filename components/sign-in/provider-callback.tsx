"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { finishProviderSignIn } from "@/lib/client/session";
import { WriteError } from "@/components/shared/forms/write-error";

/** Finishes a sign-in with the answer of the provider, which is in the address. */
export function ProviderCallback({ providerName }: { readonly providerName: string }) {
  const { mutate, error } = useMutation({
    mutationFn: finishProviderSignIn,
    onSuccess: ({ returnPath }) => window.location.replace(returnPath),
  });
  const isStarted = useRef(false);
  useEffect(() => {
    // An answer is accepted once, and a development build runs effects twice.
    if (isStarted.current) return;
    isStarted.current = true;
    const search = window.location.search.slice(1);
    // The code of the answer must not stay in the history.
    window.history.replaceState(null, "", window.location.pathname);
    mutate(search);
  }, [mutate]);
  return (
    <main className="mx-auto flex w-full max-w-[360px] flex-col gap-4 px-4 pt-24">
      <h1 className="text-lg font-semibold">Sign in with {providerName}</h1>
      {error === null ? (
        <p role="status" className="text-sm text-ink-2">
          Signing in
        </p>
      ) : (
        <>
          <WriteError error={error} />
          <Link href="/sign-in" className="text-sm underline">
            Back to the sign-in
          </Link>
        </>
      )}
    </main>
  );
}
