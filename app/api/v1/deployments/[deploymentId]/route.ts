import { reviewDeploymentContract } from "@/lib/contracts/discovery";
import { route } from "@/lib/server/route";
import { reviewDeployment } from "@/lib/services/deployments/review-deployment";

export const PATCH = route({ contract: reviewDeploymentContract }, reviewDeployment);
