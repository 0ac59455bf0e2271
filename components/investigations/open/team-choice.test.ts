import { expect, test } from "vitest";
import { parseTeamChoice, toTeamChoice } from "./team-choice";

const team = { id: "11111111-1111-4111-8111-111111111111", name: "Serving" };

test.each([
  ["everyone", { visibility: "open", team: null }],
  [`open:${team.id}`, { visibility: "open", team }],
  [team.id, { visibility: "team", team }],
] as const)("the option “%s” names the team and who reads the investigation", (option, stored) => {
  expect(toTeamChoice(stored)).toBe(option);
  expect(parseTeamChoice(option)).toEqual({
    visibility: stored.visibility,
    teamId: stored.team?.id ?? null,
  });
});
