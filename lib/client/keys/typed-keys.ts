/**
 * Keys that are pressed together. A key is the character that it types, independent of the keyboard layout.
 */
export interface Chord {
  readonly key: string;
  readonly isMod: boolean;
  readonly isShift: boolean;
}

/** Chords that are typed one after another. */
export type Chords = readonly Chord[];

/** Fields of a keyboard event that the matcher reads. */
export type TypedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Parses a shortcut. Returns the chords of each alternative. */
function parseKeys(keys: string): readonly Chords[] {
  return keys.split(",").map((one) => one.split(">").map(parseChord));
}

function parseChord(text: string): Chord {
  const parts = text.toLowerCase().split("+");
  return { key: parts.at(-1) ?? "", isMod: parts.includes("mod"), isShift: parts.includes("shift") };
}

/**
 * Returns whether an event types the key of a chord. Shift is compared for letters only, because it changes which other
 * character a key types.
 */
function isTyped({ key, isMod, isShift }: Chord, event: TypedKey): boolean {
  if (event.key.toLowerCase() !== key || event.altKey) return false;
  if ((event.ctrlKey || event.metaKey) !== isMod) return false;
  return !/^[a-z]$/.test(key) || event.shiftKey === isShift;
}

/** Maximum time between the chords of a shortcut. */
const togetherMs = 1_000;

/** Detects when a shortcut is typed. */
export interface ShortcutMatcher {
  /** Returns true if this key completes the shortcut. `atMs` must not decrease. */
  readonly isCompletedBy: (event: TypedKey, atMs: number) => boolean;
}

/**
 * Creates a matcher for a shortcut: alternatives are separated by commas, successive chords by ">" ("g>o"),
 * and keys of a chord by "+" ("mod+k", where mod is Control or Command).
 */
export function createShortcutMatcher(keys: string): ShortcutMatcher {
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
