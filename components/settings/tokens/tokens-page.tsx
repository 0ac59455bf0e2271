"use client";

import { useQuery } from "@tanstack/react-query";
import type { tokensContract } from "@/lib/contracts/people/tokens";
import type { ResponseOf } from "@/lib/contracts/contract";
import { countWithNoun } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { DisplayLinks } from "@/components/settings/displays/display-links";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { CreateTokenForm } from "./create-token";
import { TokenRow } from "./token-row";
import { tokensQuery } from "./token-requests";

/** Lists the API tokens that the person may see, creates new ones, and revokes them. */
export function TokensPage() {
  const { data, error, refetch } = useQuery(tokensQuery);
  return (
    <SettingsFrame
      headline={data === undefined ? <strong>API tokens</strong> : <Headline response={data} />}
      errorText={error === null ? null : toSentence(error.message)}
      onRetry={() => void refetch()}
      loadingText={data === undefined ? "Loading the tokens" : null}
    >
      {data !== undefined && data.tokens.length > 0 && (
        <ul aria-label="API tokens" className="mt-6 max-w-[820px] border-t border-rule">
          {data.tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {data !== undefined && data.grantableScopes.length > 0 && (
        <CreateTokenForm scopes={data.grantableScopes} />
      )}
      {data?.mayCreateDisplays === true && <DisplayLinks />}
    </SettingsFrame>
  );
}

const countActiveTokens = (count: number): string =>
  count === 0 ? "No active API tokens." : `${countWithNoun(count, "active API token")}.`;

function Headline({ response }: { readonly response: ResponseOf<typeof tokensContract> }) {
  const { tokens, grantableScopes } = response;
  const activeCount = tokens.filter(({ state }) => state === "active").length;
  return (
    <>
      <span className="font-semibold text-ink">{countActiveTokens(activeCount)}</span>{" "}
      {grantableScopes.length > 0
        ? "A token permits what its scopes name, but never more than its creator may do."
        : "A token belongs to a person, and no person exists yet. Programs on this machine need no token."}
    </>
  );
}
