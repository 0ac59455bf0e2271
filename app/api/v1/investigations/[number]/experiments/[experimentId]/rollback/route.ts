import { fireRollbackHookContract } from "@/lib/contracts/investigations/rollback-hooks";
import { route } from "@/lib/server/route";
import { fireRollbackHook } from "@/lib/services/investigations/experiments/rollback-hook/fire-rollback-hook";

export const POST = route({ contract: fireRollbackHookContract }, fireRollbackHook);
