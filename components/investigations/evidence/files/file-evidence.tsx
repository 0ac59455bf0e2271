"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { formatFileSize } from "@/lib/format/file-size";
import { formatCount } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceName } from "@/lib/model/investigation/evidence";
import { fileFormatProperties } from "@/lib/model/investigation/evidence-file";
import { ErrorBoundary } from "@/components/shared/error-boundary";
import { isolateDirection } from "@/components/shared/isolated-text";
import { cn } from "@/components/ui/cn";
import { usePrinting } from "../../printing/printing";
import { createFilePath, fileTextQuery } from "./file-requests";

/** Busy, so that printing waits for it. */
const loading = () => <p aria-busy className="text-ink-2 print:hidden" />;
/** Loaded with the first file of its kind. */
const TextView = dynamic(() => import("./text/text-view").then((module) => module.TextView), {
  ssr: false,
  loading,
});
const StacksView = dynamic(() => import("./stacks/stacks-view").then((module) => module.StacksView), {
  ssr: false,
  loading,
});

type EvidenceFile = NonNullable<EvidenceEntry["file"]>;

interface FileEvidenceProps {
  readonly number: number;
  readonly evidence: EvidenceEntry;
  readonly file: EvidenceFile;
  /** True if the item is near the viewport. The content is loaded only then. */
  readonly isInView: boolean;
  /**
   * True if an earlier piece of evidence on the page has the same content, so that paper shows the content only
   * once.
   */
  readonly isRepeated?: boolean;
}

/** A file with its kind, size and hash, drawn if it is text, an image or collapsed stacks. */
export function FileEvidence(props: FileEvidenceProps) {
  const { number, evidence, file, isRepeated = false } = props;
  const path = createFilePath(number, evidence.id);
  const { family } = fileFormatProperties[file.format];
  return (
    <div className="pt-1 text-xs">
      <FileFacts path={path} name={evidenceName(evidence.number)} file={file} />
      {isRepeated && file.sameAs !== null && (
        <p className="hidden print:block">{evidenceName(file.sameAs)} shows the content.</p>
      )}
      <div className={cn(isRepeated && "print:hidden")}>
        <ErrorBoundary contentTitle={evidence.title}>
          {family === "image" && <ImageView path={path} title={evidence.title} file={file} />}
          {family === "text" && <TextContent {...props} />}
          {family === "profile" && (
            <p className="pt-1 text-ink-2">
              Download the profile, and open it with the program that reads it.
            </p>
          )}
        </ErrorBoundary>
      </div>
    </div>
  );
}

interface FileFactsProps {
  readonly path: string;
  /** Name of the piece of evidence, such as E1. */
  readonly name: string;
  readonly file: EvidenceFile;
}

function FileFacts({ path, name, file }: FileFactsProps) {
  const { fileName, format, byteCount, imageSize, contentHash, sameAs } = file;
  return (
    <p className="tnum flex flex-wrap gap-x-3 text-2xs text-ink-2">
      <span className="wrap-anywhere">{isolateDirection(fileName)}</span>
      <span>{fileFormatProperties[format].title}</span>
      <span>{formatFileSize(byteCount)}</span>
      {imageSize !== null && (
        <span>
          {formatCount(imageSize.widthPx)} × {formatCount(imageSize.heightPx)} pixels
        </span>
      )}
      <span className="wrap-anywhere">SHA-256 {contentHash}</span>
      {sameAs !== null && <span>Same content as {evidenceName(sameAs)}</span>}
      <a
        href={path}
        download={fileName}
        aria-label={`Download file of ${name}`}
        className="text-accent hover:underline print:hidden"
      >
        Download
      </a>
    </p>
  );
}

interface ImageViewProps {
  readonly path: string;
  readonly title: string;
  readonly file: EvidenceFile;
}

function ImageView({ path, title, file: { imageSize } }: ImageViewProps) {
  const { isReading } = usePrinting();
  return (
    // The image optimiser of the framework is disabled, and the file must be shown unchanged.
    // oxlint-disable-next-line nextjs/no-img-element
    <img
      src={path}
      alt={title}
      width={imageSize?.widthPx}
      height={imageSize?.heightPx}
      loading={isReading ? "eager" : "lazy"}
      className="mt-2 h-auto max-w-full border border-rule"
    />
  );
}

function TextContent({ number, evidence, file, isInView, isRepeated = false }: FileEvidenceProps) {
  const { isReading } = usePrinting();
  const isNeeded = (isReading && !isRepeated) || isInView;
  const { data: text, error } = useQuery({ ...fileTextQuery(number, evidence.id), enabled: isNeeded });
  const name = evidenceName(evidence.number);
  if (text !== undefined)
    return file.format === "collapsed-stacks" ? (
      <StacksView text={text} name={name} />
    ) : (
      <TextView text={text} name={name} />
    );
  if (error !== null)
    return (
      <p role="alert" className="pt-1">
        The file could not be loaded. {toSentence(error.message)}
      </p>
    );
  return (
    <div className="min-h-64 pt-2 print:min-h-0">
      <p aria-busy={isNeeded} className="text-ink-2 print:hidden">
        Loading the file
      </p>
      <p className="hidden print:block">
        This file was not loaded when the page was printed. To include it, print with the button “Print” on
        the page.
      </p>
    </div>
  );
}
