import type { StudyRetrieval } from "@/lib/contracts/trace-study";
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

/** Where an operation is looked for; nothing where it was found in another service, which the next line names. */
export function operationScope(
  { op }: Pick<Conditions, "op">,
  { operationsElsewhere = [] }: Pick<StudyRetrieval, "operationsElsewhere">,
): string {
  if (op === null || operationsElsewhere.length > 0) return "";
  return " An operation is looked for in this service alone.";
}

/** What may have been meant where no trace has the operation or the attribute that was asked for; a click asks for that instead. */
export function NameSuggestions({ reading, pageState: { conditions, setConditions } }: NameSuggestionsProps) {
  const { service, nearAttributes, nearOperations, operationsElsewhere = [] } = reading;
  const { attr, op } = conditions;
  return (
    <>
      {op !== null && nearOperations.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          No trace looked at has that operation of {service}. Did you mean
          {nearOperations.map((name) => (
            <Name key={name} name={name} onChoose={() => setConditions({ op: name })} />
          ))}
        </p>
      )}
      {op !== null && operationsElsewhere.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          {operationsElsewhere.some(({ operation }) => operation === op)
            ? "Another service of this deployment has it:"
            : "Another service of this deployment has one like it:"}
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
          None of the traces looked at has that attribute. Did you mean
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

/** The same condition on another attribute. */
function withName(condition: string, name: string): string {
  return condition.replace(/^[^=<>]+/, () => name);
}
