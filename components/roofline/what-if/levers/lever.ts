/** The control of a lever of the what-if. One file per lever, listed in `levers.ts`. */
import type { ReactNode } from "react";
import type { LeverContext } from "@/lib/analysis/roofline/what-if/levers";
import type { LeverName, LeverValue } from "@/lib/model/roofline/what-if-levers";

/** Value of a lever, and the scenario that it changes. */
export interface LeverControlProps<Value> extends LeverContext {
  /** Value of the lever. Null if the lever changes nothing. */
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}

/** Control of the lever `Name`, with which a viewer changes its value. */
export type LeverControl<Name extends LeverName> = (props: LeverControlProps<LeverValue<Name>>) => ReactNode;
