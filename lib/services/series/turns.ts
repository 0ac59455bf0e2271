/**
 * Takes the questions to one source in turn: so many requests at a time, the rest wait in a fair line. Whoever leaves while
 * waiting is not asked for; what has been sent is brought home whoever has left, since its answer is kept for the next reader.
 */
import { AppError } from "@/lib/model/app-error";
import { createFairQueue, type Waiting } from "./fair-queue";

export interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the question is sent; from then on `signal` means nothing. */
  readonly begun?: (() => void) | undefined;
}

export interface Turns<Ask extends Waiting, Answer> {
  /** Rejects as `send` does, when too many wait, and with the signal's reason. */
  readonly run: (ask: Ask, options?: TurnOptions) => Promise<Answer>;
}

/** `apart`: they cannot be asked together, and are asked again one by one. */
export type Sent<Answer> =
  | { readonly kind: "answers"; readonly answers: readonly Answer[] }
  | { readonly kind: "apart" };

export interface TurnRules<Ask extends Waiting, Answer> {
  readonly atOnce: number;
  readonly waiting: number;
  readonly limitOf: (group: string) => number;
  /** One answer for each of `asks`, in their order. */
  readonly send: (asks: readonly Ask[]) => Promise<Sent<Answer>>;
}

interface Entry<Ask, Answer> extends Waiting {
  readonly ask: Ask;
  readonly begin: () => void;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export function createTurns<Ask extends Waiting, Answer>(rules: TurnRules<Ask, Answer>): Turns<Ask, Answer> {
  const queue = createFairQueue<Entry<Ask, Answer>>();
  let running = 0;
  let isDue = false;

  const send = async (entries: readonly Entry<Ask, Answer>[]): Promise<void> => {
    running += 1;
    for (const { begin } of entries) begin();
    try {
      const sent = await rules.send(entries.map(({ ask }) => ask));
      for (const [index, entry] of entries.entries()) {
        if (sent.kind === "apart") queue.add({ ...entry, group: null });
        else if (index in sent.answers) entry.resolve(sent.answers[index] as Answer);
        else entry.reject(new AppError("internal", "a question was left without an answer"));
      }
    } catch (error) {
      for (const { reject } of entries) reject(error);
    } finally {
      running -= 1;
      fillPlaces();
    }
  };

  const fillPlaces = (): void => {
    while (running < rules.atOnce && queue.size() > 0) void send(queue.takeNext(rules.limitOf));
  };

  /** Those who ask at the same moment are sent together, so nobody is sent before all of them have asked. */
  const fillSoon = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      fillPlaces();
    });
  };

  return {
    run: (ask, { signal, begun } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        if (queue.size() >= rules.waiting)
          return reject(
            new AppError("source-slow", `${queue.size()} questions already wait for this source`),
          );
        const leave = (): void => {
          if (queue.remove(entry)) reject(signal?.reason);
        };
        const begin = (): void => {
          signal?.removeEventListener("abort", leave);
          begun?.();
        };
        const entry: Entry<Ask, Answer> = { lane: ask.lane, group: ask.group, ask, begin, resolve, reject };
        signal?.addEventListener("abort", leave, { once: true });
        queue.add(entry);
        return fillSoon();
      }),
  };
}
