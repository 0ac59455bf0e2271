import { editOrganisationContract, organisationContract } from "@/lib/contracts/organisation";
import { route } from "@/lib/server/route";
import { editOrganisation } from "@/lib/services/organisation/edit-organisation";
import { getOrganisation } from "@/lib/services/organisation/read-organisation";

export const GET = route({ contract: organisationContract }, getOrganisation);
export const PATCH = route({ contract: editOrganisationContract }, editOrganisation);
