import { exportBaselineContract } from "@/lib/contracts/baselines";
import { route } from "@/lib/server/route";
import { exportBaseline } from "@/lib/services/baselines/export-baseline";

export const GET = route({ contract: exportBaselineContract }, exportBaseline);
