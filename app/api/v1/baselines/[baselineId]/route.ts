import { baselineContract, deleteBaselineContract, editBaselineContract } from "@/lib/contracts/baselines";
import { route } from "@/lib/server/route";
import { deleteBaseline } from "@/lib/services/baselines/deletion/delete-baseline";
import { editBaseline } from "@/lib/services/baselines/edit-baseline";
import { getBaseline } from "@/lib/services/baselines/get-baseline";

export const GET = route({ contract: baselineContract }, getBaseline);
export const PATCH = route({ contract: editBaselineContract }, editBaseline);
export const DELETE = route({ contract: deleteBaselineContract }, deleteBaseline);
