/** Reads and changes the settings of the organisation. */
import type {
  EditOrganisationBody,
  EditSignInRulesBody,
  organisationContract,
  OrganisationResponse,
} from "@/lib/contracts/organisation";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";

/** Query for the settings of the organisation. */
export const organisationQuery = endpointQuery<typeof organisationContract>("/api/v1/organisation", {});

/** Edits the settings of the organisation, based on the displayed version. */
export function editOrganisation(version: number, body: EditOrganisationBody): Promise<OrganisationResponse> {
  return fetchJson("/api/v1/organisation", { method: "PATCH", body, ifMatch: version });
}

/** Edits whether admins need a second factor. */
export function editSignInRules(version: number, body: EditSignInRulesBody): Promise<OrganisationResponse> {
  return fetchJson("/api/v1/organisation/sign-in", { method: "PATCH", body, ifMatch: version });
}
