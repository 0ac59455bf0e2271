/** State of the what-if in the URL: one parameter per lever. */
import type { SingleParserBuilder } from "nuqs";
import {
  leverNames,
  leverParameters,
  writeLevers,
  type LeverName,
  type LeverValue,
  type WhatIfState,
} from "@/lib/model/roofline/what-if-levers";
import { parseAsFormat } from "./url-parsers";

const mapLevers = <T>(valueOf: (name: LeverName) => T) =>
  Object.fromEntries(leverNames.map((name) => [name, valueOf(name)]));

/** URL parser of each lever. */
export const whatIfParsers = mapLevers((name) =>
  parseAsFormat<unknown>(leverParameters[name].format as never),
) as {
  readonly [Name in LeverName]: SingleParserBuilder<LeverValue<Name>>;
};

/** Name of each lever's URL parameter. */
export const whatIfUrlKeys = mapLevers((name) => leverParameters[name].urlKey) as {
  readonly [Name in LeverName]: string;
};

/** Returns the URL parameters of the levers that have a value. */
export function listWhatIfParameters(
  state: WhatIfState,
): readonly (readonly [urlKey: string, text: string])[] {
  return Object.entries(writeLevers(state)).map(([name, text]) => [whatIfUrlKeys[name as LeverName], text]);
}
