/** State of the what-if in the URL: one parameter per lever. */
import { createParser, type SingleParserBuilder } from "nuqs/server";
import type { TextFormat } from "@/lib/base/text/text-format";
import {
  leverNames,
  leverParameters,
  type LeverName,
  type LeverTexts,
  type LeverValue,
} from "@/lib/model/roofline/what-if-levers";

const mapLevers = <T>(createValue: (name: LeverName) => T) =>
  Object.fromEntries(leverNames.map((name) => [name, createValue(name)]));

function createParserOf(name: LeverName) {
  const { parse, serialize } = leverParameters[name].format as unknown as TextFormat<unknown>;
  return createParser<unknown>({ parse, serialize, eq: (a, b) => serialize(a) === serialize(b) });
}

/** URL parser of each lever. */
export const whatIfParsers = mapLevers(createParserOf) as {
  readonly [Name in LeverName]: SingleParserBuilder<LeverValue<Name>>;
};

/** Name of each lever's URL parameter. */
export const whatIfUrlKeys = mapLevers((name) => leverParameters[name].urlKey) as {
  readonly [Name in LeverName]: string;
};

/** Returns the URL parameters of the levers that have a value, and their texts. */
export function toWhatIfParameters(levers: LeverTexts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    leverNames.flatMap((name) => {
      const text = levers[name];
      return text === undefined ? [] : [[whatIfUrlKeys[name], text] as const];
    }),
  );
}
