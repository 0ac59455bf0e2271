"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { SecondFactorResponse } from "@/lib/contracts/people/second-factor";
import { toSentence } from "@/lib/format/sentence";
import { EnabledSecondFactor } from "./enabled-second-factor";
import { RecoveryCodes } from "./recovery-codes";
import { secondFactorQuery } from "./second-factor-requests";

// Only a person who sets it up needs the code of QR codes.
const SecondFactorSetUp = dynamic(() =>
  import("./set-up-second-factor").then((module) => module.SecondFactorSetUp),
);

const unavailableTexts: Readonly<Record<NonNullable<SecondFactorResponse["reason"]>, string>> = {
  "no-person": "A second factor belongs to a person, and nobody has signed in on this machine.",
  "no-password": "You sign in without a password, so your provider checks a second factor.",
  proxy: "A proxy signs you in, so the proxy checks a second factor.",
  "no-key": "The server has no key to encrypt the secret. An admin sets RIDGEPOINT_SECRET_KEY.",
};

/** Sets up, describes and ends the second factor of the person who signed in. */
export function SecondFactor() {
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { data, error } = useQuery(secondFactorQuery);
  const showCodes = (recoveryCodes: readonly string[]): void => {
    setCodes(recoveryCodes);
    void queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  };
  return (
    <section aria-labelledby="second-factor" className="mt-8 max-w-[520px]">
      <h2 id="second-factor" className="pb-2 text-md font-semibold">
        Second factor
      </h2>
      {error !== null && <p role="alert">{toSentence(error.message)}</p>}
      {data?.isRequired === true && (
        <p role="status" className="pb-2 font-semibold">
          Your organisation requires a second factor from admins. You have the rights of an editor until you
          set it up.
        </p>
      )}
      {data?.state === "unavailable" && data.reason !== null && (
        <p className="text-ink-2">{unavailableTexts[data.reason]}</p>
      )}
      {data?.state === "off" && <SecondFactorSetUp onEnabled={showCodes} />}
      {data?.state === "on" && (
        <EnabledSecondFactor
          recoveryCodeCount={data.recoveryCodeCount}
          onRenewed={showCodes}
          onEnded={() => showCodes([])}
        />
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
    </section>
  );
}
