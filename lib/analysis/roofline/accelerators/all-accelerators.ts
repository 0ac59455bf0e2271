/**
 * The table of accelerators. To add one, add a row to its vendor's file: dense peaks only, with source and
 * confidence.
 */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { amdInstinct } from "./amd-instinct";
import { appleSilicon } from "./apple-silicon";
import { googleTpu } from "./google-tpu";
import { intelGaudi } from "./intel-gaudi";
import { adaAndHopper } from "./nvidia-ada-and-hopper";
import { blackwell } from "./nvidia-blackwell";
import { voltaToAmpere } from "./nvidia-volta-to-ampere";

/** All accelerators of the built-in table. */
export const allAccelerators: readonly Accelerator[] = [
  ...voltaToAmpere,
  ...adaAndHopper,
  ...blackwell,
  ...amdInstinct,
  ...intelGaudi,
  ...googleTpu,
  ...appleSilicon,
];

/** Returns the row with this id, or null if it is not in the table. */
export function findAccelerator(id: string): Accelerator | null {
  return allAccelerators.find((row) => row.id === id) ?? null;
}
