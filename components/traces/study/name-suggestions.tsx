import type { StudyRetrieval } from "@/lib/contracts/traces/trace-study";
import { Button } from "@/components/ui/button";
import type { TraceConditionState } from "@/lib/client/study-url";
import type { StudyPageState } from "./use-trace-study";

interface NameSuggestionsProps {
  readonly reading: Pick<
    StudyRetrieval,
    "service" | "nearAttributes" | "nearOperations" | "operationsElsewhere"
  >;
  readonly pageState: Pick<StudyPageState, "conditions" | "setConditions">;
}

/**
 * Explains that the operation was searched in one service only. Empty if another service has it, which the next line
 * names.
 */
export function operationScopeText(
  { operation }: Pick<TraceConditionState, "operation">,
  { operationsElsewhere = [] }: Pick<StudyRetrieval, "operationsElsewhere">,
): string {
  if (operation === null || operationsElsewhere.length > 0) return "";
  return " Only this service was searched for the operation.";
}

/** Suggests similar operations or attributes if no trace has the requested one. A click selects the suggestion. */
export function NameSuggestions({ reading, pageState: { conditions, setConditions } }: NameSuggestionsProps) {
  const { service, nearAttributes, nearOperations, operationsElsewhere = [] } = reading;
  const { attribute, operation } = conditions;
  return (
    <>
      {operation !== null && nearOperations.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          In the searched traces, {service} has no operation with this name. Did you mean:
          {nearOperations.map((name) => (
            <Name key={name} name={name} onChoose={() => setConditions({ operation: name })} />
          ))}
        </p>
      )}
      {operation !== null && operationsElsewhere.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          {operationsElsewhere.some((elsewhere) => elsewhere.operation === operation)
            ? "Another service of this deployment has this operation:"
            : "Another service of this deployment has a similar operation:"}
          {operationsElsewhere.map((elsewhere) => (
            <Name
              key={`${elsewhere.service} ${elsewhere.operation}`}
              name={`${elsewhere.operation} of ${elsewhere.service}`}
              onChoose={() => setConditions({ service: elsewhere.service, operation: elsewhere.operation })}
            />
          ))}
        </p>
      )}
      {attribute !== null && nearAttributes.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          None of the searched traces has this attribute. Did you mean:
          {nearAttributes.map((name) => (
            <Name
              key={name}
              name={name}
              onChoose={() => setConditions({ attribute: withName(attribute, name) })}
            />
          ))}
        </p>
      )}
    </>
  );
}

function Name({ name, onChoose }: { readonly name: string; readonly onChoose: () => void }) {
  return (
    <Button variant="ghost" className="font-mono text-xs" onClick={onChoose}>
      {name}
    </Button>
  );
}

/** Replaces the attribute name of a condition. */
function withName(condition: string, name: string): string {
  return condition.replace(/^[^=<>]+/, () => name);
}
