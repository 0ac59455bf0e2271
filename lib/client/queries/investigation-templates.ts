/** Query for the templates of investigations that the caller may use. */
import type { templatesContract } from "@/lib/contracts/investigations/templates";
import { endpointQuery } from "@/lib/client/endpoint-query";

/** Query for the templates of investigations that the caller may use. */
export const templatesQuery = endpointQuery<typeof templatesContract>("/api/v1/investigations/templates", {});
