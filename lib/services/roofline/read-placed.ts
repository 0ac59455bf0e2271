/** The pools of a deployment over the last five minutes: read, resolved and placed. Throws AppError when a query cannot be had. */
import type { Resolved } from "@/lib/services/signals/read-asked";
import { placeNow, type PlacedNow, type PoolNowFacts } from "./place-now";
import { readNow, type NowInputs } from "./read-inputs";
import { poolFacts, settingOf, type RoomQuestion } from "./room-question";
import type { ResolvedSetting } from "./resolve-setting";
import { rooflineBook } from "./roofline-book";

export interface PlacedPoolNow extends PlacedNow {
  readonly facts: PoolNowFacts;
}

export interface PlacedNowOfAll {
  readonly inputs: NowInputs;
  readonly resolved: ResolvedSetting;
  /** Those that can be placed. */
  readonly pools: readonly PlacedPoolNow[];
}

export async function readPlaced(question: RoomQuestion, asked: Resolved): Promise<PlacedNowOfAll> {
  const [book, inputs] = await Promise.all([rooflineBook(), readNow(asked)]);
  const resolved = settingOf(question, inputs, book);
  const pools = inputs.pools.flatMap((pool): readonly PlacedPoolNow[] => {
    const facts = poolFacts(question, { inputs, pool }, { resolved, book });
    const placed = facts === null ? null : placeNow(facts);
    return facts === null || placed === null ? [] : [{ ...placed, facts }];
  });
  return { inputs, resolved, pools };
}
