// Text of the simulator's list of faults.
import { z } from "zod";

const faultList = z.object({
  faults: z.array(z.object({ id: z.string(), effect: z.string(), defaultStrength: z.number() })),
  deployments: z.array(
    z.object({
      name: z.string(),
      active: z.array(z.object({ id: z.string(), strength: z.number(), instance: z.string().optional() })),
    }),
  ),
});

/** All faults, and the active ones of each deployment, as the simulator answers them. */
export type FaultList = z.infer<typeof faultList>;

/** Validates the simulator's response. Throws ZodError if it is invalid. */
export const parseFaultList = (answer: unknown): FaultList => faultList.parse(answer);

const nameWidth = 24;

/** Returns the active faults by deployment. */
export function formatActiveFaults({ deployments }: FaultList): string {
  return deployments
    .map(({ name, active }) => {
      const descriptions = active.map(
        ({ id, strength, instance }) =>
          `${id}, strength ${strength}${instance === undefined ? "" : `, only on ${instance}`}`,
      );
      return `${name.padEnd(nameWidth)}${descriptions.length === 0 ? "no fault" : descriptions.join("; ")}`;
    })
    .join("\n");
}

/** Returns the effect of a change and the command that reverts it. */
export function formatFaultChange(
  list: FaultList,
  {
    deployment,
    fault,
    requestedState,
  }: { readonly deployment: string; readonly fault: string; readonly requestedState: string },
): string {
  if (requestedState === "off") return `${fault} is off for ${deployment}.`;
  const effect = list.faults.find(({ id }) => id === fault)?.effect ?? "";
  const active = list.deployments
    .find(({ name }) => name === deployment)
    ?.active.find(({ id }) => id === fault);
  const strengthText = active === undefined ? "" : ` Strength ${active.strength}: ${effect}`;
  const where = active?.instance === undefined ? deployment : `${active.instance} of ${deployment}`;
  return `${fault} is on for ${where}.${strengthText}\nTo turn it off: npm run demo -- fault ${deployment} ${fault} off`;
}

/** Returns the active faults, the commands, and all faults with their effect. */
export function formatFaultList(list: FaultList): string {
  return [formatActiveFaults(list), "", ...listFaultLines(list.faults)].join("\n");
}

/** Returns the commands, and one line for each fault with its effect and default strength. */
export function listFaultLines(
  faults: readonly Pick<FaultList["faults"][number], "id" | "effect" | "defaultStrength">[],
): readonly string[] {
  return [
    "Turn a fault on:   npm run demo -- fault <deployment> <fault> [on [<strength>] [<instance>]]",
    "Turn it off:       npm run demo -- fault <deployment> <fault> off",
    "Example:           npm run demo -- fault assist-8b slow-tokenizer on 500 assist-8b-0",
    ...faults.map(
      ({ id, effect, defaultStrength }) =>
        `${id.padEnd(nameWidth)}${effect} Default strength: ${defaultStrength}.`,
    ),
  ];
}
