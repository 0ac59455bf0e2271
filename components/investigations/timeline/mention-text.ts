import { findMentions } from "@/lib/model/investigation/find-mentions";

/** Returns the text of a comment with "@" and the name of a person at its end. The server finds mentions in the text. */
export function addMention(text: string, name: string): string {
  const space = text === "" || /\s$/.test(text) ? "" : " ";
  return `${text}${space}@${name} `;
}

/** Returns the ids of the chosen people whose names the text still contains. */
export function retainMentionedPeople(
  text: string,
  people: readonly { readonly id: string; readonly name: string }[],
  chosenIds: readonly string[],
): readonly string[] {
  const named = new Set(findMentions(text, people));
  return [...new Set(chosenIds)].filter((id) => named.has(id));
}
