import {
  acceleratorVersionsContract,
  editAcceleratorContract,
} from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { editAccelerator } from "@/lib/services/roofline/tables/change-accelerator";
import { listAcceleratorVersions } from "@/lib/services/roofline/tables/list-row-versions";

export const GET = route({ contract: acceleratorVersionsContract }, listAcceleratorVersions);
export const PATCH = route({ contract: editAcceleratorContract }, editAccelerator);
