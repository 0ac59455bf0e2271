import { evidenceFileContract } from "@/lib/contracts/investigations/evidence-files";
import { route } from "@/lib/server/route";
import { getEvidenceFile } from "@/lib/services/investigations/files/get-evidence-file";

export const GET = route({ contract: evidenceFileContract, toFile: (file) => file }, getEvidenceFile);
