/** Values of a form by the name of their field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Returns whether two values have the same content. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the top-level names whose values differ. */
export function findChangedNames(before: FormValues, after: FormValues): readonly string[] {
  return Object.keys(after).filter((name) => !isEqual(before[name], after[name]));
}

const isGroup = (value: unknown): value is FormValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Merges the input of this person into the version that another person saved. Fields that this person changed have
 * the value of `mine`, and all other fields have the value of `theirs`. A list is one field.
 */
export function mergeValues<Values>(versions: ComparedVersions<Values>): Values {
  const { base, mine, theirs } = versions;
  if (isEqual(base, mine)) return theirs;
  if (!isGroup(mine) || !isGroup(theirs) || !isGroup(base)) return mine;
  const merged = Object.keys({ ...theirs, ...mine }).map((name) => [
    name,
    mergeValues({ base: base[name], mine: mine[name], theirs: theirs[name] }),
  ]);
  return Object.fromEntries(merged) as Values;
}

/** Three versions of a form's values when another person saved in the meantime. */
export interface ComparedVersions<Values> {
  /** The version that was loaded. */
  readonly base: Values;
  /** Input of this user. */
  readonly mine: Values;
  /** The version that the other user saved. */
  readonly theirs: Values;
}

/** Field in which two versions of a form differ. */
export interface DifferentField {
  /** Path of the field, for example "price.currency". */
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** True if this user did not change the field, so that only the other user did. */
  readonly isMineUnchanged: boolean;
}

/** Returns the fields whose values differ between `mine` and `theirs`. */
export function findDifferentFields({
  base,
  mine,
  theirs,
}: ComparedVersions<FormValues>): readonly DifferentField[] {
  const [before, own, other] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((name) => !isEqual(own.get(name), other.get(name)))
    .map((name) => ({
      name,
      mine: own.get(name),
      theirs: other.get(name),
      isMineUnchanged: isEqual(own.get(name), before.get(name)),
    }));
}

function fieldsOf(values: FormValues, path = ""): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([key, value]): (readonly [string, unknown])[] =>
      isGroup(value) ? [...fieldsOf(value, `${path}${key}.`)] : [[`${path}${key}`, value]],
    ),
  );
}

/** Formats the value of a field for display. Each item of a list is one line. */
export function formatFieldValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(formatFieldValue).join("\n");
  if (isGroup(value)) return Object.values(value).map(formatFieldValue).join(", ");
  if (value === "" || value === null || value === undefined) return "empty";
  return typeof value === "string" ? value : JSON.stringify(value);
}
