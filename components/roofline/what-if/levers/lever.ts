/** A lever: an input of the what-if scenario that the viewer can change. One file per lever, listed in `levers.ts`. */
import type { SingleParserBuilder } from "nuqs";
import type { ReactNode } from "react";
import type { Scenario, WhatIfChange } from "@/lib/analysis/roofline/what-if/change";
import type { Accelerator } from "@/lib/model/roofline/accelerator";

/** Running scenario and GPU table, on which the meaning of a lever depends. */
export interface LeverContext {
  /** Scenario of the running deployment. */
  readonly scenario: Scenario;
  /** Null until the table is loaded. */
  readonly accelerators: readonly Accelerator[] | null;
}

interface LeverProps<Value> extends LeverContext {
  /** Value of the lever. Null if the lever changes nothing. */
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}

/** Input that a what-if can change, such as the batch size, with its URL parameter and control. */
export interface Lever<Value> {
  /** Name of the URL parameter. */
  readonly urlKey: string;
  readonly parser: SingleParserBuilder<Value>;
  readonly Control: (props: LeverProps<Value>) => ReactNode;
  /** Returns the change of the scenario. */
  readonly toChange: (value: Value, context: LeverContext) => WhatIfChange;
  /** Describes the change in a few words. Null if the deployment already has the value. */
  readonly describeChange: (value: Value, context: LeverContext) => string | null;
  /** Returns false for a value that the running model cannot have. Absent: every value is possible. */
  readonly isPossible?: (value: Value, context: LeverContext) => boolean;
}

/** Returns the lever, an input of the what-if panel, unchanged and with the type of its value inferred. */
export function defineLever<Value>(lever: Lever<Value>): Lever<Value> {
  return lever;
}
