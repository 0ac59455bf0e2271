/**
 * Checks that each device name belongs to only one row. With two rows, the accelerator of a deployment would be ambiguous and its
 * points would be lost.
 */
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findDuplicateDeviceName } from "@/lib/analysis/roofline/accelerators/find-accelerator";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { AppError } from "@/lib/model/app-error";
import type { Transaction } from "@/lib/server/with-change";
import { parseEntry } from "./catalogue";

/**
 * Throws conflict if another active GPU already has one of the row's device names. Must run while the tables
 * are locked.
 */
export async function assertDeviceNamesUnused(
  transaction: Transaction,
  row: Pick<Accelerator, "id" | "deviceNames">,
): Promise<void> {
  if (row.deviceNames.length === 0) return;
  const conflict = findDuplicateDeviceName(row, [
    ...allAccelerators,
    ...(await readOfferedAccelerators(transaction)),
  ]);
  if (conflict === null) return;
  const detail = `The device name “${conflict.deviceName}” belongs to ${conflict.existingAccelerator.name} (${conflict.existingAccelerator.id}). Remove it here, and select the new row in the settings of the deployment.`;
  throw new AppError("conflict", detail, { errors: [{ pointer: "#/accelerator/deviceNames", detail }] });
}

async function readOfferedAccelerators(transaction: Transaction): Promise<readonly Accelerator[]> {
  const entries = await transaction.catalogueEntry.findMany({
    where: { kind: "accelerator" },
    distinct: ["entryId"],
    orderBy: [{ entryId: "asc" }, { version: "desc" }],
  });
  return entries
    .filter(({ isRetired }) => !isRetired)
    .map(({ document }) => parseEntry("accelerator", document).accelerator);
}
