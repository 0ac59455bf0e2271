"use client";

import { Component, type ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface ErrorBoundaryProps {
  /** Title of the content, for the error message. */
  readonly contentTitle: string;
  readonly children: ReactNode;
}

/** Limits a rendering error to one part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div role="alert" className="flex flex-col items-start gap-2 py-2">
        <p className="font-semibold">{this.props.contentTitle} could not be displayed.</p>
        <p className="text-ink-2">{error.message}</p>
        <Button size="sm" onClick={() => this.setState({ error: null })}>
          Try again
        </Button>
      </div>
    );
  }
}
