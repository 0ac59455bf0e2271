import { baselinesContract, captureBaselineContract } from "@/lib/contracts/baselines";
import { route } from "@/lib/server/route";
import { listBaselines } from "@/lib/services/baselines/list-baselines";
import { requestCapture } from "@/lib/services/baselines/request-capture";

export const GET = route({ contract: baselinesContract }, listBaselines);
export const POST = route({ contract: captureBaselineContract, chooseStatus: () => 202 }, requestCapture);
