import { peopleContract } from "@/lib/contracts/people/people";
import { route } from "@/lib/server/route";
import { listPeople } from "@/lib/services/people/list-people";

export const GET = route({ contract: peopleContract }, listPeople);
