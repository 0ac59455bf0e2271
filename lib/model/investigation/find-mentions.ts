/** Mentions in the text of a comment: "@" and the complete name of a person. */

interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** Returns the ids of the people whom the text mentions, in the order of `people`. */
export function findMentions(text: string, people: readonly NamedPerson[]): readonly string[] {
  // A longer name may begin with a shorter one, so its mentions are removed first.
  let rest = text;
  const mentioned = new Set<string>();
  for (const { id, name } of people.toSorted((one, other) => other.name.length - one.name.length)) {
    const parts = rest.split(`@${name}`);
    if (parts.length === 1) continue;
    // "ops@Ines.example" is an address, and "@Inessa" another name.
    const isComplete = parts
      .slice(1)
      .some((part, index) => !/^[\p{L}\p{N}]/u.test(part) && !/[\p{L}\p{N}]$/u.test(parts[index] ?? ""));
    if (isComplete) mentioned.add(id);
    rest = parts.join("@");
  }
  return people.filter(({ id }) => mentioned.has(id)).map(({ id }) => id);
}
