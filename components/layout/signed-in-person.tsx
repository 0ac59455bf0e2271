"use client";

import { useState } from "react";
import { toSentence } from "@/lib/format/sentence";
import { signOut } from "@/lib/client/session";
import { Button } from "@/components/ui/button";

/** Name of the person who signed in, with the button that signs out. */
export function SignedInPerson({ name }: { readonly name: string }) {
  const [errorText, setErrorText] = useState<string | null>(null);
  const leave = (): void => {
    signOut().then(
      () => window.location.assign("/sign-in"),
      (error: Error) => setErrorText(toSentence(error.message)),
    );
  };
  return (
    <div className="mt-2 border-t border-rule pt-2 text-xs text-ink-2">
      <div className="flex items-center gap-2 px-2">
        <span className="truncate" title={name}>
          {name}
        </span>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={leave}>
          Sign out
        </Button>
      </div>
      {errorText !== null && (
        <p role="alert" className="px-2 text-bad">
          Not signed out. {errorText}
        </p>
      )}
    </div>
  );
}
