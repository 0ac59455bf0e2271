/** Mentions in the text of a comment: "@" and the complete name of a person. */

interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the ids of the people whom the text mentions, in the order of `people`. A name of several people mentions all of
 * them.
 */
export function findMentions(text: string, people: readonly NamedPerson[]): readonly string[] {
  // A longer name may begin with a shorter one, so its mentions are removed first.
  let rest = text;
  const mentioned = new Set<string>();
  const names = new Set(people.map(({ name }) => name));
  for (const name of [...names].toSorted((one, other) => other.length - one.length)) {
    const parts = rest.split(`@${name}`);
    if (parts.length === 1) continue;
    // "ops@Ines.example" is an e-mail address, and "@Inessa" is a different name, so neither mentions Ines.
    const isComplete = parts
      .slice(1)
      .some((part, index) => !/^[\p{L}\p{N}]/u.test(part) && !/[\p{L}\p{N}]$/u.test(parts[index] ?? ""));
    if (isComplete) mentioned.add(name);
    rest = parts.join("@");
  }
  return people.filter(({ name }) => mentioned.has(name)).map(({ id }) => id);
}

/**
 * Returns the ids of the chosen people and of the people whom the text mentions. If several people have the mentioned
 * name and one of them was chosen, only the chosen person is mentioned.
 */
export function joinMentions(
  text: string,
  people: readonly NamedPerson[],
  chosenIds: readonly string[],
): readonly string[] {
  const chosen = new Set(chosenIds);
  const chosenNames = new Set(people.filter(({ id }) => chosen.has(id)).map(({ name }) => name));
  const unchosen = people.filter(({ name }) => !chosenNames.has(name)).map(({ id }) => id);
  return [...chosen, ...findMentions(text, people).filter((id) => unchosen.includes(id))];
}

interface EditedText {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the mentioned people who remain after an edit of the text: the people whose names the new text still
 * contains, and the people whom the old text did not name, because a request chose them.
 */
export function retainMentions(
  mentions: readonly string[],
  people: readonly NamedPerson[],
  { before, after }: EditedText,
): readonly string[] {
  const named = new Set(findMentions(before, people)).difference(new Set(findMentions(after, people)));
  return mentions.filter((id) => !named.has(id));
}
