import { deleteTemplateContract, editTemplateContract } from "@/lib/contracts/investigations/templates";
import { route } from "@/lib/server/route";
import { deleteTemplate, editTemplate } from "@/lib/services/investigations/templates/change-templates";

export const PATCH = route({ contract: editTemplateContract }, editTemplate);
export const DELETE = route({ contract: deleteTemplateContract }, deleteTemplate);
