import { rollbackHooksContract } from "@/lib/contracts/investigations/rollback-hooks";
import { route } from "@/lib/server/route";
import { listRollbackHooks } from "@/lib/services/investigations/experiments/rollback-hook/fire-rollback-hook";

export const GET = route({ contract: rollbackHooksContract }, listRollbackHooks);
