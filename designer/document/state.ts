import type { StoreApi } from 'zustand/vanilla';
import type { Change, Command, DraftConflict, EntityDocument, Issue, SchemaDocument } from '../../engine/core/index.ts';
import type { DesignAnswer, LintIssue, LogEntry, SchemaApi } from './api.ts';

/** A step that no longer applies: shown until the person has seen it, never lost. */
export interface RejectedStep {
  readonly key: string;
  readonly name: string;
  readonly commands: readonly Command[];
  readonly issues: readonly Issue[];
}

/** One entity, or one screen, as it is being designed. Places are named as issues name them: `fields.weight`, `form.basic`. */
export interface DesignerState<D extends SchemaDocument = EntityDocument> {
  readonly entity: string;
  readonly origin: DesignAnswer['origin'];
  readonly document: D;
  readonly published: D | null;
  readonly base: D | null;
  readonly revision: number;
  /** 0: there is no draft yet. */
  readonly stamp: number;
  readonly log: readonly LogEntry[];
  readonly conflicts: readonly DraftConflict[];
  /** Changes published by others since the draft was started. */
  readonly came: readonly Change[];
  readonly others: DesignAnswer['others'];
  readonly roles: DesignAnswer['roles'];
  readonly sockets: DesignAnswer['sockets'];
  readonly people: DesignAnswer['people'];
  readonly selection: readonly string[];
  /** The language in which the person edits words. */
  readonly culture: string;
  /** What the present document could be blamed for. */
  readonly issues: readonly LintIssue[];
  readonly saving: 'saved' | 'saving' | 'stale' | 'failed';
  readonly rejected: readonly RejectedStep[];
  readonly api: SchemaApi<D>;

  /** Applies the commands here at once and sends them; the answer is why not, where they are refused. */
  run(name: string, commands: readonly Command[]): readonly Issue[];
  undo(): void;
  redo(): void;
  select(places: readonly string[]): void;
  speak(culture: string): void;
  /** Takes what the server says now, with what has not been sent yet on top. */
  reload(): Promise<void>;
  /** Sends again what could not be sent. */
  retry(): void;
  /** The person has seen a step that no longer fits. */
  forget(key: string): void;
  /** Looks who else is here and what they changed. */
  look(): Promise<void>;
}

export type DesignerStore<D extends SchemaDocument = EntityDocument> = StoreApi<DesignerState<D>>;
