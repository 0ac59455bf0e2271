import type { ReactNode } from "react";
import type { Answer, SignalNote } from "@/lib/model/answer";
import { signalMeaning } from "@/lib/model/signals/signal-meanings";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

/** Definition of a panel's signals: meaning, formula, scope, and differences in the source. */
export function Definition({ answer }: { readonly answer: Answer }) {
  const signals = [...new Set(answer.series.map((series) => series.signal))];
  const noteOf = (id: SignalId): SignalNote | undefined => answer.notes.find(({ signal }) => signal === id);
  return (
    <div className="flex flex-col gap-3">
      {signals.map((id) => (
        <SignalSection key={id} id={id} unit={unitOf(id, answer)} note={noteOf(id)} />
      ))}
    </div>
  );
}

function unitOf(id: SignalId, { series }: Answer): string {
  const isShare = series.some(({ signal, unit }) => signal === id && unit === "ratio");
  return isShare ? "%" : signalDefinition(id).displayUnit;
}

interface SignalSectionProps {
  readonly id: SignalId;
  readonly unit: string;
  readonly note: SignalNote | undefined;
}

function SignalSection({ id, unit, note }: SignalSectionProps) {
  const { title, layer } = signalDefinition(id);
  const { meaning, zeroMeans } = signalMeaning(id);
  return (
    <section aria-label={title} className="text-xs text-ink-2">
      <h4 className="font-medium text-ink">{title}</h4>
      <p>{meaning}</p>
      <dl className="mt-1 grid grid-cols-[56px_1fr] gap-x-2">
        {note !== undefined && note.formula !== "" && (
          <Fact name="Formula">
            <code className="font-mono text-2xs break-words">{note.formula}</code>
          </Fact>
        )}
        <Fact name="Unit">{unit}</Fact>
        {note !== undefined && <Fact name="Scope">{note.scope}</Fact>}
        <Fact name="Zero">{zeroMeans}</Fact>
        <Fact name="Layer">{layer}</Fact>
        {note !== undefined && note.caveat !== null && (
          <Fact name={note.from ?? "Note"}>
            <span className="text-ink">{note.caveat}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
