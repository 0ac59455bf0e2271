import { deploymentExportersContract } from "@/lib/contracts/deployment-exporters";
import { route } from "@/lib/server/route";
import { listExporterTargets } from "@/lib/services/deployment-previews/list-exporter-targets";

export const GET = route({ contract: deploymentExportersContract }, listExporterTargets);
