import {
  editRooflineSettingContract,
  rooflineSettingVersionsContract,
} from "@/lib/contracts/roofline/roofline-setting";
import { route } from "@/lib/server/route";
import { editSetting } from "@/lib/services/roofline/setting/edit-setting";
import { listSettingVersions } from "@/lib/services/roofline/setting/list-setting-versions";

export const GET = route({ contract: rooflineSettingVersionsContract }, listSettingVersions);
export const PATCH = route({ contract: editRooflineSettingContract }, editSetting);
