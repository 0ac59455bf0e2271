import type { HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceName } from "@/lib/model/investigation/evidence";
import {
  hypothesisName,
  hypothesisStatuses,
  type HypothesisStatus,
} from "@/lib/model/investigation/hypothesis";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { cn } from "@/components/ui/cn";
import { describeHypothesis } from "@/lib/sentences/investigations/hypothesis-text";

interface HypothesisItemProps {
  readonly hypothesis: HypothesisEntry;
  /** Current round of the investigation. A hypothesis of an earlier round shows the number of its round. */
  readonly currentRound: number;
  readonly canEdit: boolean;
  /** True if the person has unsaved input to this hypothesis. */
  readonly hasDraft: boolean;
  readonly isSaving: boolean;
  /** Titles of the pieces of evidence on the page, by number. The hypothesis has a link to each. */
  readonly evidenceTitles: ReadonlyMap<number, string>;
  readonly onStatus: (status: HypothesisStatus) => void;
  readonly onEdit: () => void;
  /** Opens the form that links evidence. Absent if the investigation has no evidence. */
  readonly onLink?: () => void;
  /** Absent for the most likely hypothesis. */
  readonly onMoveUp?: () => void;
}

/** One hypothesis with its evidence for and against, and its status. */
export function HypothesisItem(props: HypothesisItemProps) {
  const { hypothesis, currentRound, hasDraft, isSaving, onStatus, onEdit, onLink, onMoveUp } = props;
  const { evidenceTitles } = props;
  const { number, round, statement, status } = hypothesis;
  const name = hypothesisName(number);
  // Earlier rounds stay readable, but cannot be changed.
  const canEdit = props.canEdit && round === currentRound;
  return (
    <li
      aria-label={name}
      className="grid grid-cols-1 gap-x-5 gap-y-1 border-t border-rule py-2 sm:grid-cols-[32px_minmax(0,1fr)_96px_96px_132px]"
    >
      <span className="font-mono text-xs text-ink-2">{name}</span>
      <div className="min-w-0">
        <p className={cn("wrap-anywhere", status === "refuted" && "text-ink-2 line-through")}>
          {isolateDirection(statement)}
        </p>
        <p className="text-2xs text-ink-2">
          {round < currentRound && `Round ${round}. `}
          {describeHypothesis(hypothesis)}
        </p>
        {canEdit && (
          <p className="flex gap-1 pt-1 print:hidden">
            <Button
              size="sm"
              variant="ghost"
              aria-label={hasDraft ? `Continue draft of ${name}` : `Edit ${name}`}
              onClick={onEdit}
            >
              {hasDraft ? "Continue draft" : "Edit"}
            </Button>
            {onLink !== undefined && (
              <Button size="sm" variant="ghost" aria-label={`Link evidence to ${name}`} onClick={onLink}>
                Link evidence
              </Button>
            )}
            {onMoveUp !== undefined && (
              <Button
                size="sm"
                variant="ghost"
                disabled={isSaving}
                aria-label={`Rank ${name} higher`}
                onClick={onMoveUp}
              >
                Rank higher
              </Button>
            )}
          </p>
        )}
      </div>
      <EvidenceLinks
        title="Evidence for"
        evidenceTitles={evidenceTitles}
        links={hypothesis.evidence.filter((one) => one.direction === "for")}
      />
      <EvidenceLinks
        title="Against"
        evidenceTitles={evidenceTitles}
        links={hypothesis.evidence.filter((one) => one.direction === "against")}
      />
      {canEdit && (
        <div className="print:hidden">
          <Choice
            label={`Status of ${name}`}
            value={status}
            isDisabled={isSaving}
            options={hypothesisStatuses.map((one) => [one, one] as const)}
            onChoose={onStatus}
          />
        </div>
      )}
      <span className={cn("text-xs", canEdit && "hidden print:inline")}>{status}</span>
    </li>
  );
}

interface EvidenceLinksProps extends Pick<HypothesisItemProps, "evidenceTitles"> {
  readonly title: string;
  readonly links: HypothesisEntry["evidence"];
}

function EvidenceLinks({ title, links, evidenceTitles }: EvidenceLinksProps) {
  return (
    <div className="text-xs">
      <p className="text-2xs text-ink-2">{title}</p>
      {links.length === 0 ? (
        <p className="text-ink-2">none</p>
      ) : (
        <ul>
          {links.map(({ evidenceId, number, weight }) => (
            <li key={evidenceId}>
              <EvidenceLink number={number} title={evidenceTitles.get(number)} />{" "}
              <span className="text-ink-2">{weight}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface EvidenceLinkProps {
  readonly number: number;
  /** Undefined if the page does not show the piece. */
  readonly title: string | undefined;
}

function EvidenceLink({ number, title }: EvidenceLinkProps) {
  const name = evidenceName(number);
  if (title === undefined) return name;
  return (
    <a href={`#${name}`} title={title} className="text-accent underline">
      {name}
    </a>
  );
}
