import { investigationKeys, stepKeys } from "@/lib/client/keys/investigation-keys";
import { useKeyBindings } from "@/lib/client/keys/use-keys";
import { stepIds, stepNumber, type StepId } from "@/lib/model/investigation/step-ids";

/** Shows a step when its number is pressed, and the next or previous step with J and K. */
export function useStepKeys(chosen: StepId, onShow: (step: StepId) => void): void {
  const showIndex = (index: number): void => {
    const step = stepIds[index];
    if (step !== undefined) onShow(step);
  };
  useKeyBindings([
    ...stepKeys.map((keys, index) => ({ keys, onPress: () => showIndex(index) })),
    { keys: investigationKeys.next.keys, onPress: () => showIndex(stepNumber(chosen)) },
    { keys: investigationKeys.previous.keys, onPress: () => showIndex(stepNumber(chosen) - 2) },
  ]);
}
