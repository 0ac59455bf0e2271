/**
 * The table of accelerators. To add one, add a row to its vendor's file: dense peaks only, with source and
 * confidence.
 */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { amdInstinctAccelerators } from "./amd-instinct";
import { appleSiliconAccelerators } from "./apple-silicon";
import { googleTpuAccelerators } from "./google-tpu";
import { intelGaudiAccelerators } from "./intel-gaudi";
import { adaAndHopperAccelerators } from "./nvidia-ada-and-hopper";
import { blackwellAccelerators } from "./nvidia-blackwell";
import { voltaToAmpereAccelerators } from "./nvidia-volta-to-ampere";

/** All accelerators of the built-in table. */
export const allAccelerators: readonly Accelerator[] = [
  ...voltaToAmpereAccelerators,
  ...adaAndHopperAccelerators,
  ...blackwellAccelerators,
  ...amdInstinctAccelerators,
  ...intelGaudiAccelerators,
  ...googleTpuAccelerators,
  ...appleSiliconAccelerators,
];

/** Returns the row with this id, or null if it is not in the table. */
export function findAccelerator(id: string): Accelerator | null {
  return allAccelerators.find((row) => row.id === id) ?? null;
}
