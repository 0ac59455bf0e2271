import { baselineDriftContract } from "@/lib/contracts/baseline-drift";
import { route } from "@/lib/server/route";
import { readDrift } from "@/lib/services/comparisons/read-drift";

export const GET = route({ contract: baselineDriftContract }, readDrift);
