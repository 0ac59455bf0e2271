/**
 * Which keys a shortcut is: alternatives apart by commas, chords one after the other by ">" ("g>o"), keys of a chord by "+"
 * ("mod+k", mod being Control or Command). A key is the character it types, wherever a person's keyboard has it.
 */

export interface Chord {
  readonly key: string;
  readonly isMod: boolean;
  readonly isShift: boolean;
}

export type Chords = readonly Chord[];

/** The part of a keyboard event that is read. */
export type TypedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Each alternative as its chords. */
export function parseKeys(keys: string): readonly Chords[] {
  return keys.split(",").map((one) => one.split(">").map(parseChord));
}

function parseChord(text: string): Chord {
  const parts = text.toLowerCase().split("+");
  return { key: parts.at(-1) ?? "", isMod: parts.includes("mod"), isShift: parts.includes("shift") };
}

/** Shift counts with letters only: what else it types is another character already. */
export function isTyped({ key, isMod, isShift }: Chord, event: TypedKey): boolean {
  if (event.key.toLowerCase() !== key || event.altKey) return false;
  if ((event.ctrlKey || event.metaKey) !== isMod) return false;
  return !/^[a-z]$/.test(key) || event.shiftKey === isShift;
}

/** Chords that follow each other later than this are none of one shortcut. */
const togetherMs = 1_000;

export interface Typing {
  /** Whether this key completes the shortcut; `atMs` runs forward. */
  readonly isCompletedBy: (event: TypedKey, atMs: number) => boolean;
}

/** Follows what is typed, chord by chord. */
export function followTyping(keys: string): Typing {
  const alternatives = parseKeys(keys).map((chords) => ({ chords, done: 0, lastMs: -Infinity }));
  return {
    isCompletedBy: (event, atMs) => {
      let isCompleted = false;
      for (const typed of alternatives) {
        if (atMs - typed.lastMs > togetherMs) typed.done = 0;
        const expected = typed.chords[typed.done];
        const first = typed.chords[0];
        if (expected !== undefined && isTyped(expected, event)) typed.done += 1;
        else typed.done = first !== undefined && isTyped(first, event) ? 1 : 0;
        typed.lastMs = atMs;
        if (typed.done < typed.chords.length) continue;
        typed.done = 0;
        isCompleted = true;
      }
      return isCompleted;
    },
  };
}
