/** Writes a new version of a deployment's hardware and model setting. Older versions stay stored. */
import type { editRooflineSettingContract } from "@/lib/contracts/roofline/roofline-setting";
import { applyChoiceEdit, type ChoiceEdit } from "@/lib/model/roofline/roofline-choice";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { writeChange } from "@/lib/server/with-change";
import { reloadRooflineConfig, readRooflineConfig } from "@/lib/services/roofline/roofline-config";
import { assertChoice, assertNoRetiredRow, lockSetting, writeSetting } from "./write-setting";

/**
 * Handles the edit of a deployment's roofline setting. Throws not-found, invalid-input and database-unavailable. Throws
 * forbidden for a deployment of another team. Throws precondition-failed if the setting has changed meanwhile.
 */
export const editSetting: Handler<typeof editRooflineSettingContract> = async ({
  params: { deploymentId },
  body,
  principal,
  expectedVersion,
}) => {
  const { catalogue } = await readRooflineConfig();
  const edit = body as ChoiceEdit;
  const written = await writeChange(principal, "edit-roofline-setting", async (transaction) => {
    const before = await lockSetting(transaction, principal, deploymentId);
    assertVersion(String(before.version), expectedVersion);
    const edited = applyChoiceEdit(before.stored, edit, { version: 0, author: principal.id, atMs: 0 });
    assertChoice(edited.chosen, catalogue);
    assertNoRetiredRow(edited.chosen, before.stored?.chosen, catalogue.retiredIds);
    return { ...(await writeSetting(transaction, { deploymentId, principal, before, edit })) };
  });
  await reloadRooflineConfig();
  return { asOfMs: nowMs(), written };
};
