"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { editSignInRules, organisationQuery } from "@/lib/client/queries/organisation";
import type { OrganisationResponse } from "@/lib/contracts/organisation";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";

/** Requires a second factor from admins. */
export function SignInRules({ organisation }: { readonly organisation: OrganisationResponse }) {
  const { version, changeRefusal, requiresSecondFactor } = organisation;
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (isRequired: boolean) =>
      confirmed(() => editSignInRules(version, { requiresSecondFactor: isRequired })),
    onSettled: () => queries.invalidateQueries({ queryKey: organisationQuery.queryKey }),
  });
  return (
    <section aria-labelledby="sign-in-rules" className="mt-7 max-w-[520px]">
      <h2 id="sign-in-rules" className="pb-2 text-md font-semibold">
        Sign-in
      </h2>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={requiresSecondFactor}
          disabled={isPending || changeRefusal !== null}
          onChange={({ target }) => mutate(target.checked)}
          aria-describedby="sign-in-rules-hint"
        />
        Admins need a second factor
      </label>
      <p id="sign-in-rules-hint" className="pt-1 text-2xs text-ink-2">
        An admin who signs in with a password has the rights of an editor until a second factor is set up.
      </p>
      <WriteError error={error} className="pt-1" />
    </section>
  );
}
