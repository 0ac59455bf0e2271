/**
 * Who is suspected when a point lies above the roof, where the counters alone say so: what would bring it beneath, the nearest first. An
 * accelerator that the exporter names, and under whose roof the point lies, comes before all.
 */
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { utilisationOf, type Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import { roofOf } from "@/lib/analysis/roofline/bounds/roof";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/accelerator";
import { weightFormats, type WeightFormat } from "@/lib/model/precision";
import type { OperatingPoint } from "./operating-point";
import { acceleratorsOf, type Setting } from "./setting";
import type { Suspect } from "./suspects";

export interface WrongInput {
  readonly suspect: Suspect;
  /** What the point would use if it were so. */
  readonly wouldUse: Utilisation;
}

export interface Evidence {
  readonly work: Work;
  /** What the exporter's device name stands for; empty where it is not known. */
  readonly devices: readonly Accelerator[];
  /** Rows to choose from, the product's own unless told. */
  readonly table?: readonly Accelerator[];
}

const likely = 0.95;
const mostCounts = [2, 4, 8, 16] as const;
const narrower: readonly WeightFormat[] = ["bf16", "fp8", "int4-g128"];

export function wrongInputs(
  point: OperatingPoint,
  setting: Setting,
  { work, devices, table = allAccelerators }: Evidence,
): readonly WrongInput[] {
  const beneath = ({ wouldUse }: WrongInput): boolean => Math.max(wouldUse.mbu, wouldUse.mfu) <= likely;
  const accelerators = candidates(setting, devices, table)
    .flatMap((row) => underRoof(point, setting, row))
    .filter(beneath)
    // Closest beneath its roof: the smallest that could have done it.
    .toSorted((a, b) => Math.max(b.wouldUse.mbu, b.wouldUse.mfu) - Math.max(a.wouldUse.mbu, a.wouldUse.mfu));
  const others = [...fewerBytes(point, setting, work), ...moreAccelerators(point, setting)].filter(beneath);
  return devices.length > 0 ? [...accelerators, ...others] : [...others, ...accelerators.slice(0, 3)];
}

/** What the exporter names, unless that is the one chosen; where it names none, all of the vendor. */
function candidates(
  { accelerator }: Setting,
  devices: readonly Accelerator[],
  table: readonly Accelerator[],
): readonly Accelerator[] {
  if (devices.some(({ id }) => id === accelerator.id)) return [];
  if (devices.length > 0) return devices;
  return table.filter(({ id, vendor }) => id !== accelerator.id && vendor === accelerator.vendor);
}

function underRoof(point: OperatingPoint, { served }: Setting, row: Accelerator): readonly WrongInput[] {
  const roof = roofOf(row, served.plan.compute);
  if (roof === null) return [];
  const suspect = { kind: "accelerator", id: row.id, name: row.name } as const;
  return [{ suspect, wouldUse: utilisationOf(point, roof) }];
}

function fewerBytes(point: OperatingPoint, { served }: Setting, work: Work): readonly WrongInput[] {
  const told = weightFormats[served.plan.experts ?? served.plan.linear];
  return narrower
    .filter((format) => weightFormats[format] < 0.9 * told)
    .map((format) => {
      const left = work.bytes - work.weightBytes * (1 - weightFormats[format] / told);
      return {
        suspect: { kind: "weight-format", format } as const,
        wouldUse: { mfu: point.mfu, mbu: (point.mbu * left) / work.bytes },
      };
    });
}

function moreAccelerators(point: OperatingPoint, setting: Setting): readonly WrongInput[] {
  return mostCounts.map((factor) => ({
    suspect: { kind: "accelerator-count", count: acceleratorsOf(setting) * factor },
    wouldUse: { mfu: point.mfu / factor, mbu: point.mbu / factor },
  }));
}
