import { editSettingContract, settingVersionsContract } from "@/lib/contracts/roofline/roofline-setting";
import { route } from "@/lib/server/route";
import { editSetting } from "@/lib/services/roofline/setting/edit-setting";
import { listSettingVersions } from "@/lib/services/roofline/setting/list-setting-versions";

export const GET = route({ contract: settingVersionsContract }, listSettingVersions);
export const PATCH = route({ contract: editSettingContract }, editSetting);
