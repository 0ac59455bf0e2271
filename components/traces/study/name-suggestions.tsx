import type { StudyRetrieval } from "@/lib/contracts/traces/trace-study";
import { Button } from "@/components/ui/button";
import type { Conditions } from "./trace-conditions";
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
export function operationScope(
  { op }: Pick<Conditions, "op">,
  { operationsElsewhere = [] }: Pick<StudyRetrieval, "operationsElsewhere">,
): string {
  if (op === null || operationsElsewhere.length > 0) return "";
  return " Only this service was searched for the operation.";
}

/** Suggests similar operations or attributes if no trace has the requested one. A click selects the suggestion. */
export function NameSuggestions({ reading, pageState: { conditions, setConditions } }: NameSuggestionsProps) {
  const { service, nearAttributes, nearOperations, operationsElsewhere = [] } = reading;
  const { attr, op } = conditions;
  return (
    <>
      {op !== null && nearOperations.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          None of the searched traces has this operation of {service}. Did you mean:
          {nearOperations.map((name) => (
            <Name key={name} name={name} onChoose={() => setConditions({ op: name })} />
          ))}
        </p>
      )}
      {op !== null && operationsElsewhere.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          {operationsElsewhere.some(({ operation }) => operation === op)
            ? "Another service of this deployment has it:"
            : "Another service of this deployment has a similar operation:"}
          {operationsElsewhere.map(({ service: svc, operation }) => (
            <Name
              key={`${svc} ${operation}`}
              name={`${operation} of ${svc}`}
              onChoose={() => setConditions({ svc, op: operation })}
            />
          ))}
        </p>
      )}
      {attr !== null && nearAttributes.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          None of the searched traces has this attribute. Did you mean:
          {nearAttributes.map((name) => (
            <Name key={name} name={name} onChoose={() => setConditions({ attr: withName(attr, name) })} />
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
