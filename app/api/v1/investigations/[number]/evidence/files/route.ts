import { addEvidenceFileContract } from "@/lib/contracts/investigations/evidence-files";
import { route } from "@/lib/server/route";
import { addEvidenceFile } from "@/lib/services/investigations/files/add-evidence-file";

export const POST = route({ contract: addEvidenceFileContract, chooseStatus: () => 201 }, addEvidenceFile);
