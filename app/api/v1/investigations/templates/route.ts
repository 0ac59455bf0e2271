import { createTemplateContract, templatesContract } from "@/lib/contracts/investigations/templates";
import { route } from "@/lib/server/route";
import { createTemplate } from "@/lib/services/investigations/templates/change-templates";
import { listTemplates } from "@/lib/services/investigations/templates/list-templates";

export const GET = route({ contract: templatesContract }, listTemplates);
export const POST = route({ contract: createTemplateContract, chooseStatus: () => 201 }, createTemplate);
