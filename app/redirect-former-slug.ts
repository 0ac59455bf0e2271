/** Redirects links that name a deployment by a former slug. */
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { linkTo } from "@/lib/client/url-state";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import type { ReadableHeaders } from "@/lib/server/http/request-guard";
import { identifyCaller } from "@/lib/server/principal";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";

/** Slower reads leave the redirect to the browser. */
const maxWaitMs = 150;

/** Redirects to `path` with the current slug if the deployment of the link was renamed or merged. */
export async function redirectFormerSlug(
  path: string,
  search: SearchParams,
  requestHeaders: ReadableHeaders,
): Promise<void> {
  const { d } = search;
  if (typeof d !== "string") return;
  const { sourceScope } = await identifyCaller({ headers: requestHeaders });
  const known = await waitOrReturnPending(maxWaitMs, () => readKnownDeployments(sourceScope));
  const slug = known.kind === "done" ? known.value.aliases.get(d) : undefined;
  if (slug === undefined) return;
  const parameters = Object.entries(search).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => [name, text] as [string, string]),
  );
  redirect(linkTo(`${path}?${new URLSearchParams(parameters).toString()}`, { d: slug }));
}
