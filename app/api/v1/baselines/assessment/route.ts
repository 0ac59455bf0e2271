import { assessWindowContract } from "@/lib/contracts/baselines";
import { route } from "@/lib/server/route";
import { assessWindow } from "@/lib/services/baselines/assess-window";

export const GET = route({ contract: assessWindowContract }, assessWindow);
