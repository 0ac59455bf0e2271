/** Instances down: some instances do not respond to scrapes, while others do. */
import type { Sentence } from "@/lib/model/sentence";
import type { DownInstances, StatusNumbers } from "@/lib/model/status/status-facts";
import { textPart, ttftClause } from "./sentence-parts";
import type { StatusRule } from "./status-rule";

/** Status of a deployment if some of its instances are down. */
export const instancesDownStatus: StatusRule<"instances-down"> = {
  id: "instances-down",
  label: "Instance down",
  problemName: "an instance that is down",
  tone: "bad",
  nextStep: { text: "targets in the data check", page: "data-check" },
  affectedReadings: [],
  // A deployment without any instance that responds is unreachable, which is worse.
  matches: ({ downInstances, targets }) => isPartlyDown(downInstances) && targets === "answering",
  sentence: (facts) => [
    ...downInstancesSentence(facts.statusNumbers),
    textPart(restartText(facts.statusNumbers)),
    ...ttftClause(facts, true),
    textPart("."),
  ],
  additionalSentence: ({ statusNumbers }) => downInstancesSentence(statusNumbers),
  fleetSentence: (facts) => [textPart(`${facts.title}: `), ...downInstancesSentence(facts.statusNumbers)],
};

function isPartlyDown(down: DownInstances | null | undefined): down is DownInstances {
  return down !== null && down !== undefined && down.downCount < down.instanceCount;
}

/** Returns "1 of 2 instances is down since 06:41." Empty when no instance, or each instance, is down. */
function downInstancesSentence({ downInstances }: Partial<StatusNumbers> = {}): Sentence {
  if (!isPartlyDown(downInstances)) return [];
  const { downCount, instanceCount, since } = downInstances;
  return [
    textPart(`${downCount} of ${instanceCount} instances ${downCount === 1 ? "is" : "are"} down `),
    ...(downCount === 1 ? [] : [textPart("(the first ")]),
    { kind: "down-since", since },
    textPart(downCount === 1 ? "." : ")."),
  ];
}

function restartText({ downInstances }: Partial<StatusNumbers> = {}): string {
  const [instance, target] =
    downInstances?.downCount === 1 ? ["it", "its target"] : ["them", "their targets"];
  return ` Restart ${instance}, or remove ${target} from service discovery. `;
}
