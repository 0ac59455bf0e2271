import { deploymentExportersContract } from "@/lib/contracts/deployment-exporters";
import { route } from "@/lib/server/route";
import { listExporterPlaces } from "@/lib/services/discovery/list-exporter-places";

export const GET = route({ contract: deploymentExportersContract }, listExporterPlaces);
