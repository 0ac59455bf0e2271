"use client";

import { useEffect, useRef } from "react";
import { CredentialField } from "./credential-field";

const anyCodeHint = "The 6 digits that your authenticator app shows, or one of your recovery codes.";

/** Input field for a code of the second factor. It has the focus when it appears. */
export function CodeField({ hint = anyCodeHint }: { readonly hint?: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={element}>
      <CredentialField
        name="code"
        label="Code"
        type="text"
        autoComplete="one-time-code"
        maxLength={40}
        spellCheck={false}
        hint={hint}
      />
    </div>
  );
}
