import { investigationPeopleContract } from "@/lib/contracts/investigations/people";
import { route } from "@/lib/server/route";
import { listInvestigationPeople } from "@/lib/services/investigations/people/list-people";

export const GET = route({ contract: investigationPeopleContract }, listInvestigationPeople);
