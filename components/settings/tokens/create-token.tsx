import type { TokenScope } from "@/lib/model/person";
import { TokenCreator } from "./token-creator";
import { createToken, tokensQuery } from "./token-requests";

/** Creates a token of the person. `scopes`: scopes that the person may give to it. */
export function CreateTokenForm({ scopes }: { readonly scopes: readonly TokenScope[] }) {
  return (
    <section aria-labelledby="create-token" className="mt-8 max-w-[520px]">
      <h2 id="create-token" className="pb-2 text-md font-semibold">
        Create a token
      </h2>
      <TokenCreator
        scopes={scopes}
        label="Create token"
        create={createToken}
        listKeys={[tokensQuery.queryKey]}
      />
    </section>
  );
}
