"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { toSentence } from "@/lib/format/sentence";
import { sessionQuery, signOut, storeTheme } from "@/lib/client/session";
import { themes } from "@/lib/model/person";
import { Button } from "@/components/ui/button";

interface AccountProps {
  /** Name when the page was loaded. */
  readonly name: string;
  /** False for a person whom a proxy signs in. Only the proxy can sign them out. */
  readonly canSignOut: boolean;
}

/** Name of the person who signed in, with the button that signs out. Stores the theme that the person chooses. */
export function SignedInPerson(props: AccountProps) {
  const themeError = useStoredTheme();
  return (
    <>
      <Account {...props} />
      {themeError !== null && (
        <p role="alert" className="px-2 text-xs text-bad">
          The theme was not stored. {toSentence(themeError.message)}
        </p>
      )}
    </>
  );
}

/** Link to the profile of the person who signed in, and the button that signs out. */
export function Account({ name: loadedName, canSignOut }: AccountProps) {
  // The profile page loads the session again after a change of the name. Other pages do not need it.
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const name = session?.person?.name ?? loadedName;
  const [errorText, setErrorText] = useState<string | null>(null);
  const leave = (): void => {
    signOut().then(
      () => window.location.assign("/sign-in"),
      (error: Error) => setErrorText(toSentence(error.message)),
    );
  };
  return (
    // Without a maximum, a long name would make the menu of phones wider than the screen.
    <div className="mt-2 max-w-60 border-t border-rule pt-2 text-xs text-ink-2">
      <div className="flex items-center gap-2 px-2">
        <Link
          href="/settings/profile"
          className="min-w-0 truncate hover:underline"
          title={`Profile of ${name}`}
        >
          {name}
        </Link>
        {canSignOut && (
          <Button size="sm" variant="ghost" className="ml-auto shrink-0" onClick={leave}>
            Sign out
          </Button>
        )}
      </div>
      {!canSignOut && <p className="px-2 text-2xs">A proxy signs you in. Sign out there.</p>}
      {errorText !== null && (
        <p role="alert" className="px-2 text-bad">
          Not signed out. {errorText}
        </p>
      )}
    </div>
  );
}

/** Stores each change of the theme, whichever control makes it. Returns why the last change was not stored. */
function useStoredTheme(): Error | null {
  const { theme } = useTheme();
  const known = useRef(theme);
  const { mutate, error } = useMutation({ mutationFn: storeTheme });
  useEffect(() => {
    if (theme === known.current) return;
    known.current = theme;
    const chosen = themes.find((one) => one === theme);
    if (chosen !== undefined) mutate(chosen);
  }, [theme, mutate]);
  return error;
}
