import { deploymentsContract } from "@/lib/contracts/deployments";
import { route } from "@/lib/server/route";
import { listDeployments } from "@/lib/services/deployments/list-deployments";

export const GET = route({ contract: deploymentsContract }, listDeployments);
