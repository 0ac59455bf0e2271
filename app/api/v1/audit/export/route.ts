import { exportAuditContract } from "@/lib/contracts/audit";
import { route } from "@/lib/server/route";
import { exportAudit } from "@/lib/services/audit/export-audit";

export const GET = route({ contract: exportAuditContract }, exportAudit);
